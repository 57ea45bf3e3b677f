import type { Proof } from './image-reader.ts';
import type { HexColor } from '../domain/colouring.ts';
import {
  type ArtworkPlan,
  outputSize,
  planArtwork,
  PREVIEW_LONG_SIDE_MAX_PX,
  RENDER_LONG_SIDE_MAX_PX,
} from '../domain/composition-plan.ts';
import type { Size } from '../domain/geometry.ts';
import type { Placement } from '../domain/placement.ts';
import { inkArea } from '../domain/print-margins.ts';
import type { SurfaceScene } from '../domain/surface-layout.ts';
import type { FurtherArea, ReadyArea, ReadyTemplate } from '../domain/template.ts';

export type ArtworkFiles = {
  sellerProfileId: string;
  original: Size;
  working: Size & {
    key: string;
    /** Where the file does not come from storage, or not by this key. */
    read?: () => Promise<Uint8Array>;
    /** Where it is shown in the inks of a press: it, and the profile of that. */
    readProof?: () => Promise<Proof>;
  };
};

/** What lies on a further surface of a template. */
export type OtherPrint = { area: FurtherArea; artwork: ArtworkFiles; placement: Placement };

export type Composition = {
  template: ReadyTemplate;
  artwork: ArtworkFiles;
  placement: Placement;
  /** None where the template's own print area is all that shows something. */
  others?: readonly OtherPrint[];
  kind: 'preview' | 'render';
  /** What the product is shown in; null where it has the colour of its photo. */
  colour: HexColor | null;
  /** Aborts when the image is no longer needed. */
  signal: AbortSignal | null;
};

const LONG_SIDE_MAX_PX = { preview: PREVIEW_LONG_SIDE_MAX_PX, render: RENDER_LONG_SIDE_MAX_PX };

export const sizeOf = ({ template, kind }: Pick<Composition, 'template' | 'kind'>): Size =>
  outputSize(template.sourceImage, LONG_SIDE_MAX_PX[kind]);

type Print = { area: ReadyArea; artwork: ArtworkFiles; placement: Placement };

/** What lies on each surface, that of the template's own print area first. */
export const printsOf = ({ template, artwork, placement, others = [] }: Composition): Print[] => [
  { area: template, artwork, placement },
  ...others,
];

/** Null when nothing of the artwork can be seen. */
export function planFor({ area, artwork, placement }: Print, sourceImage: Size, canvas: Size): ArtworkPlan | null {
  const { working, original } = artwork;
  return planArtwork({
    artwork: working,
    placement: { ...placement, scale: placement.scale * (original.width / working.width) },
    inkArea: inkArea(area),
    sourceImage,
    output: canvas,
    isBent: area.surface.warp !== null,
  });
}

/** Where prints of each surface go, for one size of output. */
export function scenesOf(
  { template, others = [] }: Composition,
  output: Size,
): readonly [SurfaceScene, ...SurfaceScene[]] {
  const { sourceImage } = template;
  const sceneOf = (area: ReadyArea): SurfaceScene => {
    const { surface, printArea } = area;
    return { surface, printArea, inkArea: inkArea(area), sourceImage, output };
  };
  return [sceneOf(template), ...others.map(({ area }) => sceneOf(area))];
}

/** A preview is compressed in its colour beforehand; renders of all colours share what was decoded. */
export function mockupKey(
  { kind, template: { id, revision }, colour, others = [] }: Composition,
  { width, height }: Size,
): string {
  const key = [kind, id, revision, `${width}x${height}`, ...others.map(({ area }) => area.key)].join('/');
  return kind === 'preview' && colour !== null ? `${key}/${colour}` : key;
}
