import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { type AssetData, FIND_ASSET, lockType } from '../../db/product-type-state.ts';
import { productTypeChanged } from './product-type-changed.ts';
import { saveAsset } from './update-asset.ts';

/** It takes no part in new variants; those that have it stay, with its label. */
export function deactivateAsset({ caller }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'asset', id, FIND_ASSET.with(id));
    const [asset] = rows[0] as [AssetData];
    if (!asset.isActive) return;
    await productTypeChanged(tx, 'product_type_asset_deactivated', type, saveAsset({ ...asset, isActive: false }));
  };
}
