import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { type AssetData, FIND_ASSET, lockType, SAVE_ASSET } from '../../db/product-type-state.ts';
import { mustHold } from '../../domain/rejections.ts';
import { unchangeable } from '../../domain/unchangeable.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type AssetChange = Partial<
  Pick<AssetData, 'key' | 'value' | 'keyLabelPt' | 'keyLabelEn' | 'labelPt' | 'labelEn'>
>;

/** Its labels: variants name the asset by key and value. */
export function updateAsset({ caller }: Context, id: string, wanted: AssetChange): TransactionBody<AssetData> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'asset', id, FIND_ASSET.with(id));
    const [before] = rows[0] as [AssetData];
    mustHold(unchangeable(before, wanted, ['key', 'value']));
    const asset = { ...before, ...wanted };
    await productTypeChanged(tx, 'product_type_asset_updated', type, saveAsset(asset));
    return asset;
  };
}

export const saveAsset = ({ id, keyLabelPt, keyLabelEn, labelPt, labelEn, isActive }: AssetData) =>
  SAVE_ASSET.with(id, keyLabelPt, keyLabelEn, labelPt, labelEn, isActive);
