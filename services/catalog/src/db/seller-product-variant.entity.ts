import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AllowedOptions } from '../domain/options.ts';

const SellerProductVariantSchema = defineEntity({
  name: 'SellerProductVariantRow',
  tableName: 'seller_product_variant',
  properties: {
    id: p.uuid().primary(),
    sellerProductId: p.uuid(),
    productVariantId: p.uuid(),
    priceCents: p.integer(),
    allowedOptions: p.json().$type<AllowedOptions>(),
    sku: p.text().strictNullable(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
  },
});

export class SellerProductVariantRow extends SellerProductVariantSchema.class {}
SellerProductVariantSchema.setClass(SellerProductVariantRow);
