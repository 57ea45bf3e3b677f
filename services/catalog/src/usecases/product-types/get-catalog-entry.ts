import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { FIND_ENTRY } from '../../db/catalog-entries.ts';
import { ACTIVE_OPTIONS, ACTIVE_VALUES, groupValues, type OptionWithValues } from '../../db/option-statements.ts';
import { ACTIVE_ASSETS, type AssetData, type ProductTypeData } from '../../db/product-type-state.ts';
import { TemplateRow } from '../../db/template.entity.ts';
import { ACTIVE_VARIANTS, type VariantData } from '../../db/variant-statements.ts';
import { mustSell } from '../seller-products/must-sell.ts';

export type CatalogEntry = {
  productType: ProductTypeData;
  revision: string;
  assets: AssetData[];
  options: OptionWithValues[];
  variants: VariantData[];
  templates: TemplateRow[];
};

/** One active type with its active parts. The revision is looked at first: what changes meanwhile is newer than it says. */
export async function getCatalogEntry({ em, caller }: Context, id: string): Promise<CatalogEntry> {
  mustSell(caller);
  const found = isUuid(id) ? await FIND_ENTRY.first(em, [id]) : undefined;
  if (!found) throw notFound('product type', id);
  const { revision, ...productType } = found;
  const [assets, options, values, variants] = await pipeline(
    em,
    ACTIVE_ASSETS.with(id),
    ACTIVE_OPTIONS.with(id),
    ACTIVE_VALUES.with(id),
    ACTIVE_VARIANTS.with(id),
  );
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  const templates = await em.find(TemplateRow, { productTypeId: id, isActive: true }, { orderBy });
  return { productType, revision, assets, options: groupValues(options, values), variants, templates };
}
