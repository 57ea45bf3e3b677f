import type { Asset } from '@estampa/contracts/catalog/v1/asset';
import type { Option, OptionValue } from '@estampa/contracts/catalog/v1/option';
import type { PressProfile } from '@estampa/contracts/catalog/v1/press_profile';
import type { PrintRules } from '@estampa/contracts/catalog/v1/print_rules';
import type { ProductSurface, ProductType } from '@estampa/contracts/catalog/v1/product_type';
import type { Variant } from '@estampa/contracts/catalog/v1/variant';
import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import { basisPointsToPercent, id, iso, timestamp, shownCents, shownDictionary } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const INPUT_TYPES = ['color_picker', 'select', 'radio', 'image_picker'] as const;
export const DISPLAY_BEHAVIORS = ['filter', 'show_all'] as const;

const side = z.number().nullable();

const ProductSurfaceJson = z
  .object({
    key: z.string().describe('Names it among those of its product type, for good'),
    name: z.string().describe('What people see'),
    widthMm: side.describe('What can be printed of it, in millimetres; null: not known'),
    heightMm: side.describe('As widthMm'),
    extraCostCents: shownCents.describe('Added to the base cost of each product that uses it'),
    required: z.boolean().describe('Whether every product has to use it'),
  })
  .meta({ id: 'ProductSurface' });

const productSurfaceView = (surface: ProductSurface): View<ProductSurface, typeof ProductSurfaceJson> => ({
  key: surface.key,
  name: surface.name,
  widthMm: surface.widthMm ?? null,
  heightMm: surface.heightMm ?? null,
  extraCostCents: surface.extraCostCents,
  required: surface.required,
});

const PrintRulesJson = z
  .object({
    minDpi: z.int().nullable().describe('Pixels of the artwork on an inch of the product; null: 150'),
    minLineMm: z.number().nullable().describe('How thin lines may be on the product; null: they are not looked at'),
    minInkOpacity: z.number().nullable().describe('How faint ink may be, away from edges; null: it is not looked at'),
  })
  .meta({
    id: 'PrintRules',
    description: 'What the printer asks of artworks; products that do not meet it have warnings',
  });

const printRulesView = (rules: PrintRules): View<PrintRules, typeof PrintRulesJson> => ({
  minDpi: rules.minDpi ?? null,
  minLineMm: rules.minLineMm ?? null,
  minInkOpacity: rules.minInkOpacity ?? null,
});

const PressProfileJson = z
  .object({
    name: z.string().describe('What admins call it'),
    digest: z.string().describe('Its SHA-256'),
  })
  .meta({ id: 'PressProfile', description: 'The ICC profile of the press that prints a product type' });

/** Where it lies in storage is nobody's business. */
const pressProfileView = ({ name, digest }: PressProfile): View<PressProfile, typeof PressProfileJson, 'key'> => ({
  name,
  digest,
});

/** What admins and sellers see of a type alike. */
export const sharedTypeFields = {
  id,
  slug: z.string().describe('In addresses and SKUs'),
  name: z.string().describe('What visitors see'),
  description: z.string().nullable().describe('What visitors read; null where nothing was written'),
  platformFeePercent: z.number().describe('Share of the price that the platform keeps'),
  artistRoyaltyPercent: z.number().describe('Share of the profit that the artist earns'),
  surfaces: z.array(ProductSurfaceJson).describe('What can be printed; every product uses the first one'),
  printRules: PrintRulesJson.nullable().describe('Null: artworks are looked at for their resolution alone'),
};

export const ProductTypeJson = z
  .object({
    ...sharedTypeFields,
    pressProfile: PressProfileJson.nullable().describe(
      'What TIFF files and soft proofs are made with; null: the built-in profile',
    ),
    isActive: z.boolean().describe('Whether sellers are offered it; what is on sale stays on sale'),
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
  surfaces: type.surfaces.map(productSurfaceView),
  printRules: type.printRules ? printRulesView(type.printRules) : null,
});

export const productTypeView = (type: ProductType): View<ProductType, typeof ProductTypeJson> => ({
  ...sharedTypeView(type),
  pressProfile: type.pressProfile ? pressProfileView(type.pressProfile) : null,
  isActive: type.isActive,
  createdAt: iso(type.createdAt!),
});

export const AssetJson = z
  .object({
    id,
    productTypeId: id.describe('What it is an asset of'),
    key: z.string().describe('The characteristic, such as size'),
    keyLabelPt: z.string().nullable().describe('What the key is called in Portuguese; null: as it is'),
    keyLabelEn: z.string().nullable().describe('What the key is called in English; null where it is not given'),
    value: z.string().describe('Such as m'),
    labelPt: z.string().describe('What the value is called in Portuguese'),
    labelEn: z.string().nullable().describe('What the value is called in English; null where it is not given'),
    isActive: z.boolean().describe('Whether new variants are made of it'),
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
    value: z.string().describe('What is sent when it is chosen'),
    labelPt: z.string().describe('What buyers see'),
    labelEn: z.string().nullable().describe('The same in English; null where it is not given'),
    hexColor: hexColor.nullable().describe('Shown by a color_picker; null where it is no colour'),
    isActive: z.boolean().describe('Whether it can be chosen'),
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
export const DisplayBehavior = z.enum(DISPLAY_BEHAVIORS).meta({
  id: 'DisplayBehavior',
  description:
    'A hint to shops, which the API does not act on. filter: show the images of the chosen value alone; show_all: show all',
});

export const OptionJson = z
  .object({
    id,
    productTypeId: id.describe('What it is an option of'),
    key: z.string().describe('What names it in selectedOptions'),
    labelPt: z.string().describe('What buyers see'),
    labelEn: z.string().nullable().describe('The same in English; null where it is not given'),
    inputType: InputType.describe('How a shop offers the choice'),
    displayBehavior: DisplayBehavior.describe('Which images a shop shows for it'),
    required: z.boolean().describe('Whether an order has to name a value'),
    isActive: z.boolean().describe('Whether it can be chosen'),
    values: z.array(OptionValueJson).describe('What can be chosen, inactive ones too'),
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
    productTypeId: id.describe('What it is a variant of'),
    assets: shownDictionary.describe('What makes it, asset key to value'),
    baseCostCents: shownCents.describe('What making one costs; the platform keeps it of the price'),
    sku: z.string().describe('Made of type and values unless one was sent'),
    productionDays: z.int().describe('How long making it takes'),
    packagingDays: z.int().describe('How long packing it takes, after production'),
    isActive: z.boolean().describe('Whether sellers can offer it'),
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
