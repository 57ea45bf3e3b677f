import type { Page } from '@estampa/contracts/common/v1/page';
import { mustBeAdmin } from '@estampa/kit/caller';
import { AssetRow } from '../db/asset.entity.ts';
import type { Context } from '../context.ts';
import { findProductType } from '../db/find-product-type.ts';
import { OptionRow } from '../db/option.entity.ts';
import { newestFirst } from '../db/page.ts';
import { type OptionWithValues, withValues } from '../db/product-type-parts.ts';
import { VariantRow } from '../db/variant.entity.ts';

type Window = { productTypeId: string; page?: Page | undefined; includeInactive: boolean };

export async function listAssets(context: Context, window: Window) {
  return context.em.findAndCount(AssetRow, await partsOf(context, window), newestFirst(window.page));
}

export async function listOptions(context: Context, window: Window): Promise<[OptionWithValues[], number]> {
  const [options, total] = await context.em.findAndCount(
    OptionRow,
    await partsOf(context, window),
    newestFirst(window.page),
  );
  return [await withValues(context.em, options, { onlyActive: !window.includeInactive }), total];
}

export async function listVariants(context: Context, window: Window) {
  return context.em.findAndCount(VariantRow, await partsOf(context, window), newestFirst(window.page));
}

async function partsOf({ em, caller }: Context, { productTypeId, includeInactive }: Window) {
  mustBeAdmin(caller);
  await findProductType(em, productTypeId);
  return { productTypeId, ...(!includeInactive && { isActive: true }) };
}
