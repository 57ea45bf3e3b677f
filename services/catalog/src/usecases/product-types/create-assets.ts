import type { NewAsset } from '@estampa/contracts/catalog/v1/asset';
import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { ACTIVE_ASSETS, type AssetData, lockType, INSERT_ASSETS } from '../../db/product-type-state.ts';
import { ASSETS_PER_TYPE_MAX } from '../../domain/limits.ts';
import { limitReached } from '../../domain/rejections.ts';
import { productTypeChanged } from './product-type-changed.ts';

type Input = { productTypeId: string; assets: readonly NewAsset[] };

/** Adds all of them or none. */
export function createAssets({ caller, now }: Context, { productTypeId, assets }: Input): TransactionBody<AssetData[]> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'product type', productTypeId, ACTIVE_ASSETS.with(productTypeId));
    mustBeNew(assets, rows[0]);
    const createdAt = now();
    const added = assets.map((asset): AssetData => ({
      id: newId(),
      productTypeId: type.id,
      key: asset.key,
      keyLabelPt: asset.keyLabelPt ?? null,
      keyLabelEn: asset.keyLabelEn ?? null,
      value: asset.value,
      labelPt: asset.labelPt,
      labelEn: asset.labelEn ?? null,
      isActive: true,
      createdAt,
    }));
    const insert = INSERT_ASSETS.with(type.id, createdAt, JSON.stringify(added));
    await productTypeChanged(tx, 'product_type_assets_created', type, insert);
    return added;
  };
}

function mustBeNew(wanted: readonly NewAsset[], existing: readonly AssetData[]): void {
  if (existing.length + wanted.length > ASSETS_PER_TYPE_MAX) {
    throw limitReached(`A product type takes at most ${ASSETS_PER_TYPE_MAX} active assets`);
  }
  const identity = ({ key, value }: { key: string; value: string }) => JSON.stringify([key, value]);
  const seen = new Set(existing.map(identity));
  for (const asset of wanted) {
    if (seen.has(identity(asset))) throw alreadyExists(`There is already an asset ${asset.key} = ${asset.value}`);
    seen.add(identity(asset));
  }
}
