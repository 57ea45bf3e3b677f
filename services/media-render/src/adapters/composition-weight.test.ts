import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import { describe, expect, it } from 'vitest';
import { COMPOSITION_BYTES_MAX } from '../domain/decoded-bytes.ts';
import type { ReadyTemplate } from '../domain/template.ts';
import { mustBeLightEnough, weightOf } from './composition-weight.ts';
import type { ArtworkFiles, Composition, OtherPrint } from './composition.ts';

const CORNERS = [
  { x: 0, y: 0 },
  { x: 1_000, y: 10 },
  { x: 990, y: 1_000 },
  { x: 10, y: 990 },
] as const;
const BENT: Surface = { ...FLAT_SURFACE, warp: { kind: 'perspective', corners: [...CORNERS] } };
const AREA = { printArea: { x: 0, y: 0, width: 1_000, height: 1_000 }, printWidthMm: null, bleedMm: 0, safeMm: 0 };
const PLACEMENT = { x: 0, y: 0, scale: 1, rotation: 0 };
const template: ReadyTemplate = {
  ...AREA,
  id: 'shirt',
  revision: 1,
  sourceImage: { width: 2_000, height: 2_000 },
  areas: [],
  colours: null,
  layers: { base: 'base', texture: 'texture' },
  layerPixels: 20_000_000,
  largestLayerPixels: 4_000_000,
  surface: BENT,
};
const artwork: ArtworkFiles = {
  sellerProfileId: 'seller',
  original: { width: 4_000, height: 3_000 },
  working: { width: 2_640, height: 2_640, key: 'artwork' },
};
const composition = (others: number, surface: Surface, isOneArtwork = false): Composition => ({
  template,
  artwork,
  placement: PLACEMENT,
  others: Array.from({ length: others }, (_none, at): OtherPrint => ({
    area: { ...AREA, surface, key: `sleeve-${at}`, mask: null },
    artwork: isOneArtwork ? artwork : { ...artwork, working: { ...artwork.working, key: `artwork-${at}` } },
    placement: PLACEMENT,
  })),
  kind: 'render',
  colour: null,
  signal: null,
});

/** Nothing of it is decoded yet. */
const undecoded: Parameters<typeof weightOf>[1] = { left: (working) => working, layers: template };

describe('what is composed', () => {
  it.each([
    [0, BENT],
    [1, BENT],
    [2, FLAT_SURFACE],
  ] as const)('with %d further surfaces is taken where a process has the memory for it', (others, surface) => {
    expect(() => mustBeLightEnough(composition(others, surface))).not.toThrow();
  });

  it('counts an artwork once, on however many surfaces it lies', () => {
    expect(() => mustBeLightEnough(composition(2, BENT, true))).not.toThrow();
    expect(() => mustBeLightEnough(composition(2, BENT))).toThrow('surfaces are too many');
  });

  it.each(['render', 'preview'] as const)('with more bent surfaces than that is rejected as a %s', (kind) => {
    expect(() => mustBeLightEnough({ ...composition(3, BENT), kind })).toThrow(
      expect.objectContaining({
        reason: 'validation_failed',
        message: expect.stringContaining('surfaces are too many'),
      }),
    );
  });

  it('as a preview is no smaller for being one, and no larger for the inks of a press', () => {
    const small = { ...composition(3, BENT), kind: 'preview' } as const;
    const large = { ...template, sourceImage: { width: 2_400, height: 2_400 } };
    const working = { ...artwork.working, readProof: () => Promise.reject(new Error('nothing is read')) };
    const inInks = { ...composition(1, BENT), template: large, artwork: { ...artwork, working } };

    expect(weightOf(small, undecoded)).toBeLessThan(COMPOSITION_BYTES_MAX);
    expect(weightOf(inInks, undecoded)).toBeGreaterThan(COMPOSITION_BYTES_MAX);
    expect(() => mustBeLightEnough({ ...inInks, kind: 'preview' })).not.toThrow();
  });
});
