import { notFound } from '@estampa/kernel/errors';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { assets } from '../../db/asset-repository.ts';
import { catalogEntries } from '../../db/catalog-entry-repository.ts';
import { groupValues, options, type OptionWithValues } from '../../db/option-repository.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import type { AssetRow } from '../../db/tables/asset.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { templates } from '../../db/template-repository.ts';
import { variants } from '../../db/variant-repository.ts';
import { mustSell } from '../seller-products/must-sell.ts';

export type CatalogEntry = {
  productType: ProductTypeRow;
  revision: string;
  assets: AssetRow[];
  options: OptionWithValues[];
  variants: VariantRow[];
  templates: TemplateRow[];
};

/**
 * An active type with its active parts. The revision is read first, so a concurrent change can only make the content
 * newer than it says.
 */
export async function getCatalogEntry({ em, caller }: Context, id: string): Promise<CatalogEntry> {
  mustSell(caller);
  const found = await catalogEntries.find(em, id);
  if (!found) throw notFound('product type', id);
  const { revision, ...productType } = found;
  const [activeAssets, activeOptions, values, activeVariants, activeTemplates] = await pipeline(
    em,
    assets.findActive(id),
    options.findActive(id),
    optionValues.findActive(id),
    variants.findActive(id),
    templates.findActive(id),
  );
  return {
    productType,
    revision,
    assets: activeAssets,
    options: groupValues(activeOptions, values),
    variants: activeVariants,
    templates: activeTemplates,
  };
}
