import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AssetDictionary } from '../domain/combinations.ts';

const VariantSchema = defineEntity({
  name: 'VariantRow',
  tableName: 'product_variant',
  properties: {
    id: p.uuid().primary(),
    productTypeId: p.uuid(),
    assets: p.json().$type<AssetDictionary>(),
    baseCostCents: p.integer(),
    sku: p.text(),
    productionDays: p.integer(),
    packagingDays: p.integer(),
    isActive: p.boolean(),
    /** Which of its type's announcements it stands in. */
    part: p.integer(),
    createdAt: p.datetime(),
  },
});

export class VariantRow extends VariantSchema.class {}
VariantSchema.setClass(VariantRow);
