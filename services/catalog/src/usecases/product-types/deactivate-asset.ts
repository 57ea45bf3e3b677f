import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { assets } from '../../db/asset-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { AssetRow } from '../../db/tables/asset.ts';
import { productTypeChanged } from './product-type-changed.ts';

/** It takes no part in new variants; those that have it stay, with its label. */
export function deactivateAsset({ caller }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'asset', id, assets.find(id));
    const [asset] = rows[0] as [AssetRow];
    if (!asset.isActive) return;
    await productTypeChanged(tx, 'product_type_asset_deactivated', type, assets.save({ ...asset, isActive: false }));
  };
}
