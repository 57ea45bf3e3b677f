import { DomainError, wrongState } from '@estampa/kernel/errors';
import { FLAT_SURFACE, laysFlat, type Surface } from '@estampa/kernel/surface';
import type { Rectangle, Size } from './geometry.ts';

/** `displacement` is not seen itself: its levels move the print; nor is `texture`, which the print is multiplied by. */
export const LAYER_KINDS = ['base', 'mask', 'shadow', 'highlight', 'outline', 'displacement', 'texture'] as const;
export type LayerKind = (typeof LAYER_KINDS)[number];

/** `preview` is the thumbnail of a template list; it takes no part in composing. */
export const IMAGE_KINDS = [...LAYER_KINDS, 'preview'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

export type TemplateImage = { kind: string; key: string; widthPx: number; heightPx: number };

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
  images: TemplateImage[];
  revision: number;
};

/** A template that has all that composing needs. */
export type ReadyTemplate = {
  id: string;
  revision: number;
  printArea: Rectangle;
  sourceImage: Size;
  printWidthMm: number | null;
  bleedMm: number;
  safeMm: number;
  surface: Surface;
  layers: Partial<Record<LayerKind, string>> & { base: string };
  /** Of all layers, as they lie in their files; and of the largest. */
  layerPixels: number;
  largestLayerPixels: number;
};

/** Without a print area the artwork may cover all of the image; without a base there is no image. */
export function readyTemplate(template: Template): ReadyTemplate {
  const layerImages = template.images.filter(({ kind }) => kind !== 'preview');
  const layers = Object.fromEntries(layerImages.map(({ kind, key }) => [kind, key])) as Partial<
    Record<LayerKind, string>
  >;
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
    printArea,
    layers: { ...layers, base },
    layerPixels: layerImages.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0),
    largestLayerPixels: Math.max(...layerImages.map(({ widthPx, heightPx }) => widthPx * heightPx)),
  };
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
  const kind = IMAGE_KINDS.find((known) => known === text);
  if (kind) return kind;
  const field = { path: 'kind', code: 'unknown_kind', message: `must be one of ${IMAGE_KINDS.join(', ')}` };
  throw new DomainError('invalid', 'validation_failed', `kind ${field.message}`, { fields: [field] });
}
