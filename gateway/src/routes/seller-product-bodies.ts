import { z } from 'zod';
import { dictionaryList, dictionaryOf, failing, id, paragraphs, text, slug } from './schemas.ts';
import { withoutNulls } from '../http/without-nulls.ts';
import { usedSurfaces } from './product-surface-schemas.ts';

const TITLE_MAX_CHARACTERS = 200;
const DESCRIPTION_MAX_CHARACTERS = 5_000;
const SKU_MAX_CHARACTERS = 100;
const VARIANTS_MAX = 5_000;
const UNIT_PRICE_MAX_CENTS = 10_000_000;
/** A product may have thousands of variants, which take longer than other calls. */
export const MANY_VARIANTS_DEADLINE_MS = 20_000;

export const title = text(1, TITLE_MAX_CHARACTERS);
export const description = paragraphs(0, DESCRIPTION_MAX_CHARACTERS);

export const priceCents = z
  .int()
  .min(0)
  .max(UNIT_PRICE_MAX_CENTS)
  .meta({ id: 'PriceCents', description: 'Greater than the base cost plus the platform fee' });
export const allowedOptions = dictionaryOf(dictionaryList)
  .nullish()
  .describe('Option key to allowed values; a key that is not named inherits all active values');
export const sku = text(1, SKU_MAX_CHARACTERS).nullish();

export const NewSellerProductVariant = z
  .object({
    productVariantId: id.describe('The catalog variant that is produced'),
    priceCents,
    allowedOptions,
    sku: sku.describe('The seller’s own'),
  })
  .meta({ id: 'NewSellerProductVariant' });
type NewVariant = z.output<typeof NewSellerProductVariant>;

export const newSellerProductFields = {
  productTypeId: id.describe('What is printed on'),
  artworkId: id.describe('What is printed: an active one of the seller'),
  title,
  slug: slug.nullish().describe('The product in addresses; needed before it goes on sale'),
  description: description.nullish().describe('What visitors read'),
  surfaces: usedSurfaces,
  variants: z
    .array(NewSellerProductVariant)
    .min(1)
    .max(VARIANTS_MAX)
    .superRefine(eachOnce)
    .describe('The catalog variants to offer, each once'),
};

/** The error for a variant that is given twice names its position. */
function eachOnce(variants: readonly NewVariant[], issues: z.core.$RefinementCtx<NewVariant[]>): void {
  const seen = new Set<string>();
  variants.forEach(({ productVariantId }, index) => {
    const path = [index, 'productVariantId'];
    if (seen.has(productVariantId))
      issues.addIssue({ code: 'custom', path, ...failing('duplicate', 'is given twice') });
    seen.add(productVariantId);
  });
}

export const newVariant = ({ allowedOptions: allowed, ...variant }: NewVariant) => ({
  ...withoutNulls(variant),
  allowedOptions: stringLists(allowed),
});

export const stringLists = (allowed: Record<string, string[]> | null | undefined) =>
  Object.fromEntries(Object.entries(allowed ?? {}).map(([key, values]) => [key, { values }]));
