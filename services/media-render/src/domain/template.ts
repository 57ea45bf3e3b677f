import type { Rectangle, Size } from './geometry.ts';

export const LAYER_KINDS = ['base', 'mask', 'shadow', 'highlight', 'outline'] as const;
export type LayerKind = (typeof LAYER_KINDS)[number];

/** `preview` is the thumbnail of a template list; it takes no part in composing. */
export const IMAGE_KINDS = [...LAYER_KINDS, 'preview'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
