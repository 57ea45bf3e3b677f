import {
  type Asset,
  type Option,
  type OptionValue,
  type ProductType,
  Variant,
} from '@estampa/contracts/catalog/v1/catalog';
import { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import type { Whole } from '@estampa/kernel/whole';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AssetRow } from '../db/asset.entity.ts';
import type { OptionWithValues, ProductTypeParts } from '../db/product-type-parts.ts';
import type { ProductTypeRow } from '../db/product-type.entity.ts';
import type { VariantRow } from '../db/variant.entity.ts';

export const productTypeMessage = (row: ProductTypeRow): Whole<ProductType> => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description ?? undefined,
  platformFeeBasisPoints: row.platformFeeBasisPoints,
  artistRoyaltyBasisPoints: row.artistRoyaltyBasisPoints,
  isActive: row.isActive,
  createdAt: row.createdAt,
});

export const assetMessage = (row: AssetRow): Whole<Asset> => ({
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

export const optionMessage = ({ option, values }: OptionWithValues): Whole<Option> => ({
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

const optionValueMessage = (row: OptionWithValues['values'][number]): Whole<OptionValue> => ({
  id: row.id,
  value: row.value,
  labelPt: row.labelPt,
  labelEn: row.labelEn ?? undefined,
  hexColor: row.hexColor ?? undefined,
  isActive: row.isActive,
});

export const variantMessage = (row: VariantRow): Whole<Variant> => ({
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

/** Of a variant only what others need: there can be thousands, and an event must stay far below what Kafka takes. */
const variantState = ({ id, assets, isActive }: VariantRow): Variant => Variant.fromPartial({ id, assets, isActive });

/** Tells the type with the parts that are in use. */
export const announceProductType = (
  tx: EntityManager,
  type: string,
  row: ProductTypeRow,
  { assets, options, variants }: ProductTypeParts,
): void =>
  announce(tx, 'catalog.v1', ProductTypeChanged, {
    type,
    key: `product_type:${row.id}`,
    message: {
      productType: productTypeMessage(row),
      assets: assets.map(assetMessage),
      options: options.map(optionMessage),
      variants: variants.map(variantState),
      version: row.version,
    },
  });
