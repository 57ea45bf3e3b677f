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
        assets: shownDictionary,
        baseCostCents: shownCents,
        sku: z.string(),
        productionDays: z.int(),
        packagingDays: z.int(),
      }),
    ),
    templates: z.array(z.object(templateFields)),
    ...definitionFields,
  })
  .meta({ id: 'CatalogEntry', description: 'What a seller may build on; labels in pt-BR' });

export const catalogEntryView = (
  { productType, ...parts }: CatalogEntry,
  imageUrl: ImageUrl,
): z.input<typeof CatalogEntryJson> => ({
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
