import { defineEntity, p } from '@mikro-orm/postgresql';
import type { SellerProduct, SellerProductStatus } from '../domain/seller-product.ts';

const SellerProductSchema = defineEntity({
  name: 'SellerProductRow',
  tableName: 'seller_product',
  properties: {
    id: p.uuid().primary(),
    sellerProfileId: p.uuid(),
    productTypeId: p.uuid(),
    artworkId: p.uuid(),
    title: p.text(),
    slug: p.text().strictNullable(),
    description: p.text().strictNullable(),
    status: p.text().$type<SellerProductStatus>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    publishedAt: p.datetime().strictNullable(),
  },
});

export class SellerProductRow extends SellerProductSchema.class {}
SellerProductSchema.setClass(SellerProductRow);

// A row serves as the domain's SellerProduct without a mapper; the type check fails here the day they drift apart.
null as unknown as SellerProductRow satisfies SellerProduct;
