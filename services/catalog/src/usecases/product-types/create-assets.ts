import type { NewAsset } from '@estampa/contracts/catalog/v1/asset';
import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { assets } from '../../db/asset-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { AssetRow } from '../../db/tables/asset.ts';
import { ASSETS_PER_TYPE_MAX } from '../../domain/limits.ts';
import { limitReached } from '../../domain/rejections.ts';
import { productTypeChanged } from './product-type-changed.ts';

type Input = { productTypeId: string; assets: readonly NewAsset[] };

/** Adds all of them or none. */
export function createAssets(
  { caller, now }: Context,
  { productTypeId, assets: wanted }: Input,
): TransactionBody<AssetRow[]> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'product type', productTypeId, assets.findActive(productTypeId));
    mustBeNew(wanted, rows[0]);
    const createdAt = now();
    const added = wanted.map((asset): AssetRow => ({
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
    await productTypeChanged(tx, 'product_type_assets_created', type, assets.insert(added));
    return added;
  };
}

function mustBeNew(wanted: readonly NewAsset[], existing: readonly AssetRow[]): void {
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
