import type { Asset } from '@estampa/contracts/catalog/v1/asset';
import { ProductTypeChanged, ProductVariantsChanged } from '@estampa/contracts/catalog/v1/events';
import type { Option, OptionValue } from '@estampa/contracts/catalog/v1/option';
import type { PrintRules as PrintRulesMessage } from '@estampa/contracts/catalog/v1/print_rules';
import type { ProductSurface as SurfaceMessage, ProductType } from '@estampa/contracts/catalog/v1/product_type';
import { Variant } from '@estampa/contracts/catalog/v1/variant';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OptionWithValues } from '../db/option-repository.ts';
import type { AssetRow } from '../db/tables/asset.ts';
import type { OptionValueRow } from '../db/tables/option-value.ts';
import type { ProductTypeRow } from '../db/tables/product-type.ts';
import type { VariantRow } from '../db/tables/variant.ts';
import type { PrintRules } from '../domain/print-rules.ts';
import type { ProductSurface } from '../domain/product-surfaces.ts';

export const productTypeMessage = (row: ProductTypeRow): AllFields<ProductType> => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description ?? undefined,
  platformFeeBasisPoints: row.platformFeeBasisPoints,
  artistRoyaltyBasisPoints: row.artistRoyaltyBasisPoints,
  isActive: row.isActive,
  createdAt: row.createdAt,
  surfaces: row.surfaces.map(surfaceMessage),
  printRules: printRulesMessage(row.printRules),
  pressProfile: row.pressProfile ?? undefined,
});

export const printRulesMessage = (rules: PrintRules | null): AllFields<PrintRulesMessage> | undefined =>
  rules
    ? {
        minDpi: rules.minDpi ?? undefined,
        minLineMm: rules.minLineMm ?? undefined,
        minInkOpacity: rules.minInkOpacity ?? undefined,
      }
    : undefined;

const surfaceMessage = (surface: ProductSurface): AllFields<SurfaceMessage> => ({
  key: surface.key,
  name: surface.name,
  widthMm: surface.widthMm ?? undefined,
  heightMm: surface.heightMm ?? undefined,
  extraCostCents: surface.extraCostCents,
  required: surface.required,
});

export const assetMessage = (row: AssetRow): AllFields<Asset> => ({
  id: row.id,
  productTypeId: row.productTypeId,
  key: row.key,
  keyLabelPt: row.keyLabelPt ?? undefined,
  keyLabelEn: row.keyLabelEn ?? undefined,
  value: row.value,
  labelPt: row.labelPt,
  labelEn: row.labelEn ?? undefined,
  isActive: row.isActive,
  createdAt: row.createdAt,
});

export const optionMessage = ({ option, values }: OptionWithValues): AllFields<Option> => ({
  id: option.id,
  productTypeId: option.productTypeId,
  key: option.key,
  labelPt: option.labelPt,
  labelEn: option.labelEn ?? undefined,
  inputType: option.inputType,
  displayBehavior: option.displayBehavior,
  required: option.required,
  isActive: option.isActive,
  values: values.map(optionValueMessage),
  createdAt: option.createdAt,
});

export const optionValueMessage = (row: OptionValueRow): AllFields<OptionValue> => ({
  id: row.id,
  value: row.value,
  labelPt: row.labelPt,
  labelEn: row.labelEn ?? undefined,
  hexColor: row.hexColor ?? undefined,
  isActive: row.isActive,
});

export const variantMessage = (row: VariantRow): AllFields<Variant> => ({
  id: row.id,
  productTypeId: row.productTypeId,
  assets: row.assets,
  baseCostCents: row.baseCostCents,
  sku: row.sku,
  productionDays: row.productionDays,
  packagingDays: row.packagingDays,
  isActive: row.isActive,
  createdAt: row.createdAt,
});

/** Publishes the type with the assets in use and its active options. */
export const publishProductType = (
  tx: EntityManager,
  type: string,
  row: ProductTypeRow,
  { assets, options }: { assets: readonly AssetRow[]; options: readonly OptionWithValues[] },
): void =>
  appendEvent(tx, 'catalog.v1', ProductTypeChanged, {
    type,
    key: `product_type:${row.id}`,
    message: {
      productType: productTypeMessage(row),
      assets: assets.map(assetMessage),
      options: options.map(optionMessage),
      version: row.version,
    },
  });

/** Publishes one part of a type's variants; of inactive ones only what consumers need. */
export const publishVariants = (
  tx: EntityManager,
  type: string,
  { id, version }: Pick<ProductTypeRow, 'id' | 'version'>,
  part: number,
  variants: readonly VariantRow[],
): void =>
  appendEvent(tx, 'catalog.v1', ProductVariantsChanged, {
    type,
    key: `product_variants:${id}/${part}`,
    message: { productTypeId: id, part, variants: variants.map(variantState), version },
  });

const variantState = ({ id, assets, isActive }: VariantRow): Variant =>
  Variant.fromPartial(isActive ? { id, assets, isActive } : { id });
