import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { assets } from '../../db/asset-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { AssetRow } from '../../db/tables/asset.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { unchangeable } from '../../domain/unchangeable.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type AssetChange = Partial<
  Pick<AssetRow, 'key' | 'value' | 'keyLabelPt' | 'keyLabelEn' | 'labelPt' | 'labelEn'>
>;

/** Its labels: variants name the asset by key and value. */
export function updateAsset({ caller }: Context, id: string, wanted: AssetChange): TransactionBody<AssetRow> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'asset', id, assets.find(id));
    const [before] = rows[0] as [AssetRow];
    mustBeValid(unchangeable(before, wanted, ['key', 'value']));
    const asset = { ...before, ...wanted };
    await productTypeChanged(tx, 'product_type_asset_updated', type, assets.save(asset));
    return asset;
  };
}
