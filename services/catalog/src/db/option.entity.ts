import { defineEntity, p } from '@mikro-orm/postgresql';

const OptionSchema = defineEntity({
  name: 'OptionRow',
  tableName: 'product_option',
  properties: {
    id: p.uuid().primary(),
    productTypeId: p.uuid(),
    key: p.text(),
    labelPt: p.text(),
    labelEn: p.text().strictNullable(),
    inputType: p.text(),
    displayBehavior: p.text(),
    required: p.boolean(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
  },
});

export class OptionRow extends OptionSchema.class {}
OptionSchema.setClass(OptionRow);
