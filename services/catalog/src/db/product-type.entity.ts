import { defineEntity, p } from '@mikro-orm/postgresql';

const ProductTypeSchema = defineEntity({
  name: 'ProductTypeRow',
  tableName: 'product_type',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    name: p.text(),
    description: p.text().strictNullable(),
    platformFeeBasisPoints: p.integer(),
    artistRoyaltyBasisPoints: p.integer(),
    isActive: p.boolean(),
    version: p.integer(),
    /** Of all that it ever had. */
    variantCount: p.integer(),
    createdAt: p.datetime(),
  },
});

export class ProductTypeRow extends ProductTypeSchema.class {}
ProductTypeSchema.setClass(ProductTypeRow);
