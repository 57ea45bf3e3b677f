import { defineEntity, p } from '@mikro-orm/postgresql';

const OptionValueSchema = defineEntity({
  name: 'OptionValueRow',
  tableName: 'option_value',
  properties: {
    id: p.uuid().primary(),
    optionId: p.uuid(),
    value: p.text(),
    labelPt: p.text(),
    labelEn: p.text().strictNullable(),
    hexColor: p.text().strictNullable(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
  },
});

export class OptionValueRow extends OptionValueSchema.class {}
OptionValueSchema.setClass(OptionValueRow);
