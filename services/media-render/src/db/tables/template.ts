import { boolean, float, integer, json, key, nullable, type RowOf, text, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { SurfaceArea } from '@estampa/kernel/surface-areas';
import type { Surface } from '@estampa/kernel/surface';
import type { Rectangle, Size } from '../../domain/geometry.ts';
import type { Template, TemplateColours, TemplateImage } from '../../domain/template.ts';

/** Replicated state of the catalog's template; the complete event stands in the column `fact`, for later versions. */
export const template = table('template', {
  id: key(text),
  productTypeId: uuid,
  options: nullable(json<Record<string, string>>()),
  printArea: nullable(json<Rectangle>()),
  sourceImage: nullable(json<Size>()),
  printWidthMm: nullable(float),
  bleedMm: float,
  safeMm: float,
  surface: nullable(json<Surface>()),
  colours: nullable(json<TemplateColours>()),
  areas: nullable(json<SurfaceArea[]>()),
  images: json<TemplateImage[]>(),
  isActive: boolean,
  revision: integer,
  version: integer,
});

export type TemplateRow = RowOf<typeof template.columns>;

// A row serves as the domain's Template without a mapper; the type check fails here the day they drift apart.
null as unknown as TemplateRow satisfies Template;
