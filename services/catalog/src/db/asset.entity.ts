import { defineEntity, p } from '@mikro-orm/postgresql';

const AssetSchema = defineEntity({
  name: 'AssetRow',
  tableName: 'asset',
  properties: {
    id: p.uuid().primary(),
    productTypeId: p.uuid(),
    key: p.text(),
    keyLabelPt: p.text().strictNullable(),
    keyLabelEn: p.text().strictNullable(),
    value: p.text(),
    labelPt: p.text(),
    labelEn: p.text().strictNullable(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
  },
});

export class AssetRow extends AssetSchema.class {}
AssetSchema.setClass(AssetRow);
