import {
  boolean,
  float,
  integer,
  json,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { type Displacement, PRINT_BLENDS } from '@estampa/kernel/surface';
import type { SurfaceArea } from '@estampa/kernel/surface-areas';
import type { Warp } from '@estampa/kernel/warp';
import type { AssetDictionary } from '../../domain/combinations.ts';
import type { SelectedOptions } from '../../domain/options.ts';
import type { ColourMask, TemplateColour } from '../../domain/template-colours.ts';
import type { Rectangle, Size, Template, TemplateImage } from '../../domain/template.ts';

export const template = table('template', {
  id: key(text),
  productTypeId: uuid,
  displayName: text,
  /** Null is the first one of its type. */
  surface: nullable(text),
  assets: json<AssetDictionary>(),
  options: nullable(json<SelectedOptions>()),
  printArea: nullable(json<Rectangle>()),
  sourceImage: nullable(json<Size>()),
  printWidthMm: nullable(float),
  bleedMm: float,
  safeMm: float,
  warp: nullable(json<Warp>()),
  displacement: nullable(json<Displacement>()),
  blend: oneOf(PRINT_BLENDS),
  inkOpacity: float,
  underbase: boolean,
  colourMask: nullable(json<ColourMask>()),
  colours: json<TemplateColour[]>(),
  /** Where it shows further surfaces. */
  areas: json<SurfaceArea[]>(),
  images: json<TemplateImage[]>(),
  isActive: boolean,
  revision: integer,
  version: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type TemplateRow = RowOf<typeof template.columns>;

// A row serves as the domain's Template without a mapper; the type check fails here the day they drift apart.
null as unknown as TemplateRow satisfies Template;
