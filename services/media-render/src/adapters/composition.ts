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
import type { ReadyTemplate } from '../domain/template.ts';

export type ArtworkFiles = {
  sellerProfileId: string;
  original: Size;
  working: Size & {
    key: string;
    /** Where the file does not come from storage, or not by this key. */
    read?: () => Promise<Uint8Array>;
    /** Whether it is shown in the inks of a press. */
    isProof?: boolean;
  };
};

export type Composition = {
  template: ReadyTemplate;
  artwork: ArtworkFiles;
  placement: Placement;
  kind: 'preview' | 'render';
  /** What the product is shown in; null where it has the colour of its photo. */
  colour: HexColor | null;
  /** Aborts when the image is no longer needed. */
  signal: AbortSignal | null;
};

const LONG_SIDE_MAX_PX = { preview: PREVIEW_LONG_SIDE_MAX_PX, render: RENDER_LONG_SIDE_MAX_PX };

export const sizeOf = ({ template, kind }: Pick<Composition, 'template' | 'kind'>): Size =>
  outputSize(template.sourceImage, LONG_SIDE_MAX_PX[kind]);

/** Null when nothing of the artwork can be seen. */
export function planFor({ template, artwork, placement }: Composition, canvas: Size): ArtworkPlan | null {
  const { working, original } = artwork;
  return planArtwork({
    artwork: working,
    placement: { ...placement, scale: placement.scale * (original.width / working.width) },
    inkArea: inkArea(template),
    sourceImage: template.sourceImage,
    output: canvas,
    isBent: template.surface.warp !== null,
  });
}

/** A preview is compressed in its colour beforehand; renders of all colours share what was decoded. */
export function mockupKey({ kind, template: { id, revision }, colour }: Composition, { width, height }: Size): string {
  const key = `${kind}/${id}/${revision}/${width}x${height}`;
  return kind === 'preview' && colour !== null ? `${key}/${colour}` : key;
}
