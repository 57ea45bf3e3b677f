import type { Asset } from '@estampa/contracts/catalog/v1/asset';
import type { CatalogEntry } from '@estampa/contracts/catalog/v1/product_type';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, shownCents, shownDictionary } from '../routes/schemas.ts';
import { definitionFields } from './definitions.ts';
import { type DISPLAY_BEHAVIORS, type INPUT_TYPES, sharedTypeFields, sharedTypeView } from './product-type.ts';
import { sharedTemplateView, templateFields } from './template.ts';

export const CatalogEntryJson = z
  .object({
    ...sharedTypeFields,
    variants: z.array(
      z.object({
        id,
        assets: shownDictionary.describe('What makes it, asset key to value'),
        baseCostCents: shownCents.describe('What making one costs; prices have to be above it and the fee'),
        sku: z.string().describe('Of the catalog'),
        productionDays: z.int().describe('How long making it takes'),
        packagingDays: z.int().describe('How long packing it takes, after production'),
      }),
    ),
    templates: z.array(z.object(templateFields)).describe('What its artworks can be shown on'),
    ...definitionFields,
    effectivePlatformFeePercent: z
      .number()
      .describe(
        'The platform’s share of the prices of who reads it: what was agreed with them, else platformFeePercent',
      ),
  })
  .meta({ id: 'CatalogEntry', description: 'What a seller may build on; labels in pt-BR' });

/** Without what depends on who reads it. */
export const catalogEntryView = (
  { productType, ...parts }: CatalogEntry,
  imageUrl: ImageUrl,
): Omit<z.input<typeof CatalogEntryJson>, 'effectivePlatformFeePercent'> => ({
  ...sharedTypeView(productType!),
  variants: parts.variants.map((variant) => ({
    id: variant.id,
    assets: variant.assets,
    baseCostCents: variant.baseCostCents,
    sku: variant.sku,
    productionDays: variant.productionDays,
    packagingDays: variant.packagingDays,
  })),
  templates: parts.templates.map((template) => sharedTemplateView(template, imageUrl)),
  assetDefinitions: assetDefinitions(parts.assets),
  optionDefinitions: parts.options.map((option) => ({
    key: option.key,
    label: option.labelPt,
    inputType: option.inputType as (typeof INPUT_TYPES)[number],
    displayBehavior: option.displayBehavior as (typeof DISPLAY_BEHAVIORS)[number],
    required: option.required,
    values: option.values.map(({ value, labelPt, hexColor }) => ({
      value,
      label: labelPt,
      hexColor: hexColor ?? null,
    })),
  })),
});

/** One definition per key; any of its assets may carry the key's label. */
const assetDefinitions = (assets: readonly Asset[]) =>
  [...Map.groupBy(assets, ({ key }) => key)].map(([key, group]) => ({
    key,
    label: group.find(({ keyLabelPt }) => keyLabelPt)?.keyLabelPt ?? key,
    values: group.map(({ value, labelPt }) => ({ value, label: labelPt })),
  }));
