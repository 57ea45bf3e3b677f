import { DomainError } from '@estampa/kernel/errors';
import { COMPOSITION_BYTES_MAX, compositionBytes, copiesBytes } from '../domain/decoded-bytes.ts';
import { isFlat } from '../domain/surface-layout.ts';
import type { ReadyTemplate } from '../domain/template.ts';
import { type ArtworkFiles, type Composition, sizeOf } from './composition.ts';

/** In whichever colour, and for as long as anybody waits. */
type Weighed = Omit<Composition, 'colour' | 'signal'>;
type Working = ArtworkFiles['working'];
/** What has to be decoded for it. */
type Undecoded = { left: (working: Working) => Working | null; layers: ReadyTemplate | null };

/** The most bytes that composing an image and encoding it holds at once, with what is still to be decoded. */
export function weightOf(composition: Weighed, { left, layers }: Undecoded): number {
  const { template, artwork, others = [], kind } = composition;
  const output = sizeOf(composition);
  const counted = new Set<string>();
  /** An artwork that lies on several surfaces is decoded once. */
  const leftOnce = (working: Working) => {
    const isCounted = counted.has(working.key);
    counted.add(working.key);
    return isCounted ? null : left(working);
  };
  const bytes = compositionBytes({
    output,
    working: leftOnce(artwork.working),
    layers,
    isBent: !isFlat(template.surface),
    isGrained: template.layers.texture !== undefined,
    isColoured: template.colours !== null,
    isProof: artwork.working.readProof !== undefined,
    others: others.map(({ area, artwork: { working } }) => ({
      working: leftOnce(working),
      isBent: !isFlat(area.surface),
      isMasked: area.mask !== null,
    })),
  });
  return bytes + (kind === 'render' ? copiesBytes(output) : 0);
}

/**
 * Rejects what would take more memory than a process has for one image, whatever of it is decoded already. A preview is smaller than its
 * render, and is rejected with it: nobody places prints that cannot be rendered.
 */
export function mustBeLightEnough(composition: Weighed): void {
  if (!composition.others?.length) return;
  const isLight = (one: Weighed) =>
    weightOf(one, { left: (working) => working, layers: one.template }) <= COMPOSITION_BYTES_MAX;
  if (isLight(composition) && isLight(asRender(composition))) return;
  const field = {
    path: 'surfaces',
    code: 'too_large',
    message: 'are too many for artworks of this size on this template',
  };
  throw new DomainError('invalid', 'validation_failed', `${field.path} ${field.message}`, { fields: [field] });
}

/** As it is stored, which is never in the inks of a press. */
function asRender(composition: Weighed): Weighed {
  const { readProof: _inInks, ...working } = composition.artwork.working;
  return { ...composition, artwork: { ...composition.artwork, working }, kind: 'render' };
}
