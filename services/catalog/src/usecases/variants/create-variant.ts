import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { assets } from '../../db/asset-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';
import { chosenAssets } from '../../domain/chosen-assets.ts';
import { firstFree } from '@estampa/kernel/slug';
import { partOf } from '../../domain/parts.ts';
import { skuOf } from '../../domain/sku.ts';
import { addVariants, mustHaveRoomForVariants } from './add-variants.ts';
import { skuTaken } from './sku-taken.ts';

type Input = {
  productTypeId: string;
  assetIds: readonly string[];
  baseCostCents: number;
  sku: string | null;
  productionDays: number;
  packagingDays: number;
};

/** One combination by hand; it may leave out keys, and is then another variant than one that has them. */
export function createVariant({ caller, now }: Context, input: Input): TransactionBody<VariantRow> {
  mustReachAll(caller);
  return async (tx) => {
    const { productTypeId: id, assetIds } = input;
    const { type, rows } = await productTypes.lock(tx, 'product type', id, assets.findNamed(assetIds));
    const chosen = chosenAssets(assetIds, rows[0], type.id);
    const wantedSku = input.sku ?? skuOf(type.slug, chosen);
    const part = partOf(type.variantCount);
    const [[like], samePart] = await pipeline(
      tx,
      variants.findLike(type.id, chosen, wantedSku),
      variants.findOfPart(type.id, part),
    );
    const { active, isKnown, skus } = like!;
    if (isKnown) throw alreadyExists('There is already a variant with exactly these assets');
    if (input.sku !== null && skus.includes(input.sku)) throw skuTaken(input.sku);
    mustHaveRoomForVariants(active + 1);
    const variant: VariantRow = {
      id: newId(),
      productTypeId: type.id,
      assets: chosen,
      baseCostCents: input.baseCostCents,
      sku: firstFree(wantedSku, (candidate) => skus.includes(candidate)),
      productionDays: input.productionDays,
      packagingDays: input.packagingDays,
      isActive: true,
      part,
      createdAt: now(),
    };
    await addVariants(tx, type, [variant], samePart);
    return variant;
  };
}
