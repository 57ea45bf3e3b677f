import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Rectangle, Size } from '../domain/geometry.ts';
import type { Template, TemplateImage } from '../domain/template.ts';

/** What the catalog last told about a template. */
const TemplateSchema = defineEntity({
  name: 'TemplateRow',
  tableName: 'template',
  properties: {
    id: p.text().primary(),
    productTypeId: p.uuid(),
    options: p.json().$type<Record<string, string> | null>().strictNullable(),
    printArea: p.json().$type<Rectangle | null>().strictNullable(),
    sourceImage: p.json().$type<Size | null>().strictNullable(),
    printWidthMm: p.float().strictNullable(),
    bleedMm: p.float(),
    safeMm: p.float(),
    images: p.json().$type<TemplateImage[]>(),
    isActive: p.boolean(),
    revision: p.integer(),
    version: p.integer(),
  },
});

export class TemplateRow extends TemplateSchema.class {}
TemplateSchema.setClass(TemplateRow);

// A row serves as the domain's Template without a mapper; the type check fails here the day they drift apart.
null as unknown as TemplateRow satisfies Template;
