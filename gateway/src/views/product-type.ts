import type { Asset } from '@estampa/contracts/catalog/v1/asset';
import type { Option, OptionValue } from '@estampa/contracts/catalog/v1/option';
import type { ProductType } from '@estampa/contracts/catalog/v1/product_type';
import type { Variant } from '@estampa/contracts/catalog/v1/variant';
import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import { basisPointsToPercent, id, iso, timestamp, shownCents, shownDictionary } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const INPUT_TYPES = ['color_picker', 'select', 'radio', 'image_picker'] as const;
export const DISPLAY_BEHAVIORS = ['filter', 'show_all'] as const;

/** What admins and sellers see of a type alike. */
export const sharedTypeFields = {
  id,
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  platformFeePercent: z.number(),
  artistRoyaltyPercent: z.number(),
};

export const ProductTypeJson = z
  .object({
    ...sharedTypeFields,
    isActive: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'ProductType' });

export const sharedTypeView = (type: ProductType) => ({
  id: type.id,
  slug: type.slug,
  name: type.name,
  description: type.description ?? null,
  platformFeePercent: basisPointsToPercent(type.platformFeeBasisPoints),
  artistRoyaltyPercent: basisPointsToPercent(type.artistRoyaltyBasisPoints),
});

export const productTypeView = (type: ProductType): View<ProductType, typeof ProductTypeJson> => ({
  ...sharedTypeView(type),
  isActive: type.isActive,
  createdAt: iso(type.createdAt!),
});

export const AssetJson = z
  .object({
    id,
    productTypeId: id,
    key: z.string(),
    keyLabelPt: z.string().nullable(),
    keyLabelEn: z.string().nullable(),
    value: z.string(),
    labelPt: z.string(),
    labelEn: z.string().nullable(),
    isActive: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'Asset' });

export const assetView = (asset: Asset): View<Asset, typeof AssetJson> => ({
  id: asset.id,
  productTypeId: asset.productTypeId,
  key: asset.key,
  keyLabelPt: asset.keyLabelPt ?? null,
  keyLabelEn: asset.keyLabelEn ?? null,
  value: asset.value,
  labelPt: asset.labelPt,
  labelEn: asset.labelEn ?? null,
  isActive: asset.isActive,
  createdAt: iso(asset.createdAt!),
});

export const OptionValueJson = z
  .object({
    id,
    value: z.string(),
    labelPt: z.string(),
    labelEn: z.string().nullable(),
    hexColor: hexColor.nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'OptionValue' });

export const optionValueView = (value: OptionValue): View<OptionValue, typeof OptionValueJson> => ({
  id: value.id,
  value: value.value,
  labelPt: value.labelPt,
  labelEn: value.labelEn ?? null,
  hexColor: value.hexColor ?? null,
  isActive: value.isActive,
});

export const InputType = z.enum(INPUT_TYPES).meta({ id: 'InputType' });
export const DisplayBehavior = z.enum(DISPLAY_BEHAVIORS).meta({ id: 'DisplayBehavior' });

export const OptionJson = z
  .object({
    id,
    productTypeId: id,
    key: z.string(),
    labelPt: z.string(),
    labelEn: z.string().nullable(),
    inputType: InputType,
    displayBehavior: DisplayBehavior,
    required: z.boolean(),
    isActive: z.boolean(),
    values: z.array(OptionValueJson),
    createdAt: timestamp,
  })
  .meta({ id: 'Option' });

export const optionView = (option: Option): View<Option, typeof OptionJson> => ({
  id: option.id,
  productTypeId: option.productTypeId,
  key: option.key,
  labelPt: option.labelPt,
  labelEn: option.labelEn ?? null,
  inputType: option.inputType as (typeof INPUT_TYPES)[number],
  displayBehavior: option.displayBehavior as (typeof DISPLAY_BEHAVIORS)[number],
  required: option.required,
  isActive: option.isActive,
  values: option.values.map(optionValueView),
  createdAt: iso(option.createdAt!),
});

export const VariantJson = z
  .object({
    id,
    productTypeId: id,
    assets: shownDictionary,
    baseCostCents: shownCents,
    sku: z.string(),
    productionDays: z.int(),
    packagingDays: z.int(),
    isActive: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'ProductVariant' });

export const variantView = (variant: Variant): View<Variant, typeof VariantJson> => ({
  id: variant.id,
  productTypeId: variant.productTypeId,
  assets: variant.assets,
  baseCostCents: variant.baseCostCents,
  sku: variant.sku,
  productionDays: variant.productionDays,
  packagingDays: variant.packagingDays,
  isActive: variant.isActive,
  createdAt: iso(variant.createdAt!),
});
