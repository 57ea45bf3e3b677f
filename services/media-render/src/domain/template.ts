import { DomainError, unknownReference, wrongState } from '@estampa/kernel/errors';
import { FLAT_SURFACE, laysFlat, type Surface } from '@estampa/kernel/surface';
import {
  isShownOn,
  isSurfaceMask,
  type SurfaceArea,
  type SurfaceMask,
  surfaceMask,
} from '@estampa/kernel/surface-areas';
import type { HexColor } from './colouring.ts';
import type { Rectangle, Size } from './geometry.ts';

/**
 * Some are not seen themselves: the levels of `displacement` move the print, `texture` multiplies it, and `colourMask` says where
 * the product is given another colour.
 */
export const LAYER_KINDS = [
  'base',
  'mask',
  'shadow',
  'highlight',
  'outline',
  'displacement',
  'texture',
  'colourMask',
] as const;
export type LayerKind = (typeof LAYER_KINDS)[number];

/**
 * `preview` is the thumbnail of a template list; it takes no part in composing. A further surface may have a mask of its own
 * beside these.
 */
export const IMAGE_KINDS = [...LAYER_KINDS, 'preview'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number] | SurfaceMask;

export type TemplateImage = { kind: string; key: string; widthPx: number; heightPx: number };

/** The colours that a product is shown in: the values of an option. */
export type TemplateColours = { option: string; values: readonly { value: string; hexColor: HexColor }[] };

export type Template = {
  id: string;
  isActive: boolean;
  printArea: Rectangle | null;
  sourceImage: Size | null;
  /** How wide the print area is on the product. */
  printWidthMm: number | null;
  bleedMm: number;
  safeMm: number;
  /** Null where the print area lies flat and ink covers. */
  surface: Surface | null;
  /** Null where the product has the colour of its photo. */
  colours: TemplateColours | null;
  /** Where it shows further surfaces; null where it shows none. */
  areas: SurfaceArea[] | null;
  images: TemplateImage[];
  revision: number;
};

/** Where a print lies, how large it is there, and how it shows. */
export type ReadyArea = {
  printArea: Rectangle;
  printWidthMm: number | null;
  bleedMm: number;
  safeMm: number;
  surface: Surface;
};

/** A further surface that a template shows, by its key; without a mask of its own it has that of the template. */
export type FurtherArea = ReadyArea & { key: string; mask: string | null };

/** A template that has all that composing needs. */
export type ReadyTemplate = ReadyArea & {
  id: string;
  revision: number;
  sourceImage: Size;
  areas: readonly FurtherArea[];
  colours: TemplateColours | null;
  layers: Partial<Record<LayerKind, string>> & { base: string };
  /** Of all layers, as they lie in their files; and of the largest. */
  layerPixels: number;
  largestLayerPixels: number;
};

/** Without a print area the artwork may cover all of the image; without a base there is no image. */
export function readyTemplate(template: Template): ReadyTemplate {
  const colours = coloursThatMatter(template);
  const areas = template.areas ?? [];
  const isLayer = (kind: string) =>
    kind !== 'preview' && (kind !== 'colourMask' || colours !== null) && isShownOn(kind, areas);
  const layerImages = template.images.filter(({ kind }) => isLayer(kind));
  const ofPhoto = layerImages.filter(({ kind }) => !isSurfaceMask(kind));
  const layers = Object.fromEntries(ofPhoto.map(({ kind, key }) => [kind, key])) as Partial<Record<LayerKind, string>>;
  const maskOf = ({ surface }: SurfaceArea) =>
    layerImages.find(({ kind }) => kind === surfaceMask(surface))?.key ?? null;
  const { base, displacement } = layers;
  if (!base || !template.sourceImage) throw wrongState(`Template ${template.id} has no base image yet`);
  const printArea = template.printArea ?? { x: 0, y: 0, ...template.sourceImage };
  return {
    id: template.id,
    revision: template.revision,
    sourceImage: template.sourceImage,
    printWidthMm: template.printWidthMm,
    bleedMm: template.bleedMm,
    safeMm: template.safeMm,
    surface: surfaceThatMatters(template.surface ?? FLAT_SURFACE, printArea, displacement !== undefined),
    areas: areas.map((area) => ({ ...readyArea(area, displacement !== undefined), mask: maskOf(area) })),
    colours,
    printArea,
    layers: { ...layers, base },
    layerPixels: layerImages.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0),
    largestLayerPixels: Math.max(...layerImages.map(({ widthPx, heightPx }) => widthPx * heightPx)),
  };
}

const readyArea = (area: SurfaceArea, canMove: boolean): Omit<FurtherArea, 'mask'> => {
  const { surface: key, printArea, printWidthMm, bleedMm, safeMm, ...surface } = area;
  return { key, printArea, printWidthMm, bleedMm, safeMm, surface: surfaceThatMatters(surface, printArea, canMove) };
};

/** The template as if a further surface were its own; under a name of its own, so that nothing decoded of it serves the template itself. */
export function aloneOn(template: Template, key: string): Template {
  const area = template.areas?.find((one) => one.surface === key);
  if (!area) throw unknownReference('surface', 'further surface of the template');
  const { surface: _key, printArea, printWidthMm, bleedMm, safeMm, ...surface } = area;
  const mask = template.images.find(({ kind }) => kind === surfaceMask(key));
  const images = mask
    ? [...template.images.filter(({ kind }) => kind !== 'mask'), { ...mask, kind: 'mask' }]
    : template.images;
  const measures = { printArea, printWidthMm, bleedMm, safeMm };
  return { ...template, ...measures, id: `${template.id}/${key}`, surface, areas: null, images };
}

/** Where a template shows a further surface; rejects one that it does not show. */
export function areaOn({ id, areas }: ReadyTemplate, surface: string): FurtherArea {
  const found = areas.find(({ key }) => key === surface);
  if (found) return found;
  const field = { path: 'surfaces', code: 'unknown_reference', message: `${surface} is no further surface of ${id}` };
  throw new DomainError('invalid', 'unknown_reference', field.message, { fields: [field] });
}

/** What colours a product is both an image and the colours. */
const coloursThatMatter = ({ colours, images }: Template): TemplateColours | null =>
  colours && colours.values.length > 0 && images.some(({ kind }) => kind === 'colourMask') ? colours : null;

/** The colour of one value of the option, or of its first; null where the product has the colour of its photo. */
export function colourOf({ colours }: ReadyTemplate, value: string | null): HexColor | null {
  if (value === null) return colours?.values[0]!.hexColor ?? null;
  const found = colours?.values.find((one) => one.value === value);
  if (found) return found.hexColor;
  const field = { path: 'colour', code: 'unknown_value', message: `${value} is no colour of the template` };
  throw new DomainError('invalid', 'validation_failed', `colour ${field.message}`, { fields: [field] });
}

/** Without what changes nothing: what moves a print is both an image and how far it moves. */
export function surfaceThatMatters(surface: Surface, printArea: Rectangle, hasImage: boolean): Surface {
  const moves = hasImage && surface.displacement !== null && surface.displacement.strengthPx !== 0;
  const isBent = surface.warp !== null && !laysFlat(surface.warp, printArea);
  return { ...surface, warp: isBent ? surface.warp : null, displacement: moves ? surface.displacement : null };
}

/** Each kind at most once. */
export function mustBeFew(images: readonly { kind: string }[]): void {
  const again = images.findIndex(({ kind }, at) => images.slice(0, at).some((earlier) => earlier.kind === kind));
  if (images.length > 0 && again < 0) return;
  const field = {
    path: again < 0 ? 'images' : `images[${again}].kind`,
    code: 'invalid',
    message: 'names each kind once',
  };
  throw new DomainError('invalid', 'validation_failed', `${field.path} ${field.message}`, { fields: [field] });
}

export function checkedKind(text: string): ImageKind {
  const kind = isSurfaceMask(text) ? text : IMAGE_KINDS.find((known) => known === text);
  if (kind) return kind;
  const field = { path: 'kind', code: 'unknown_kind', message: `must be one of ${IMAGE_KINDS.join(', ')}` };
  throw new DomainError('invalid', 'validation_failed', `kind ${field.message}`, { fields: [field] });
}
