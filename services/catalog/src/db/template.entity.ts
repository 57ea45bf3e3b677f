import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AssetDictionary } from '../domain/combinations.ts';
import type { SelectedOptions } from '../domain/options.ts';
import type { Rectangle, Size, Template, TemplateImage } from '../domain/template.ts';

const TemplateSchema = defineEntity({
  name: 'TemplateRow',
  tableName: 'template',
  properties: {
    id: p.text().primary(),
    productTypeId: p.uuid(),
    displayName: p.text(),
    assets: p.json().$type<AssetDictionary>(),
    options: p.json().$type<SelectedOptions | null>().strictNullable(),
    printArea: p.json().$type<Rectangle | null>().strictNullable(),
    sourceImage: p.json().$type<Size | null>().strictNullable(),
    printWidthMm: p.float().strictNullable(),
    bleedMm: p.float(),
    safeMm: p.float(),
    images: p.json().$type<TemplateImage[]>(),
    isActive: p.boolean(),
    revision: p.integer(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export class TemplateRow extends TemplateSchema.class {}
TemplateSchema.setClass(TemplateRow);

// A row serves as the domain's Template without a mapper; the type check fails here the day they drift apart.
null as unknown as TemplateRow satisfies Template;
