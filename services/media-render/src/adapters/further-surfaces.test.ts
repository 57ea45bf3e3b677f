import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import type { Point, Warp } from '@estampa/kernel/warp';
import { describe, expect, it } from 'vitest';
import type { Rectangle } from '../domain/geometry.ts';
import { withBleed } from '../domain/placement.ts';
import { composeScene, drawn, pngOf, type Scene } from './composition-scenes.ts';
import { meanDeltaE, meanSsim } from './image-metrics.ts';
import { tracePrints } from './surface-oracle.ts';
import { ARTWORK, ARTWORKS, BASE, OUTPUT, over, partOf, SOURCE } from './surface-trials.ts';

const DELTA_E_MAX = 2;
const SSIM_MIN = 0.98;
const ALL: Rectangle = { x: 0, y: 0, ...OUTPUT };

const corner = (x: number, y: number): Point => ({ x, y });
/** Beside the front, seen from the side: its upright box reaches into that of the front. */
const SLEEVE: Warp = {
  kind: 'perspective',
  corners: [corner(300, 60), corner(420, 40), corner(440, 200), corner(330, 190)],
};
const FRONT: Warp = {
  kind: 'perspective',
  corners: [corner(60, 60), corner(290, 80), corner(310, 320), corner(80, 340)],
};

type Print = { artwork: keyof typeof ARTWORKS; printArea: Rectangle; surface?: Partial<Surface>; rotation?: number };

const FLAT_FRONT: Print = { artwork: 'colours', printArea: { x: 60, y: 80, width: 240, height: 200 } };
const BENT_FRONT: Print = { ...FLAT_FRONT, surface: { warp: FRONT }, rotation: 12 };
const FLAT_SLEEVE: Print = { artwork: 'dots', printArea: { x: 320, y: 60, width: 120, height: 100 } };
const BENT_SLEEVE: Print = { ...FLAT_SLEEVE, artwork: 'grid', surface: { warp: SLEEVE } };

/** As large as the print area, but for a little. */
const placementOf = ({ printArea: { x, y, width }, rotation = 0 }: Print) => ({
  x: x + 4,
  y: y + 4,
  scale: (width - 8) / ARTWORK.width,
  rotation,
});

const sceneOf = (print: Print): Required<Pick<Scene, 'artwork' | 'placement' | 'printArea' | 'surface'>> => ({
  artwork: drawn(ARTWORK, ARTWORKS[print.artwork]!),
  placement: placementOf(print),
  printArea: print.printArea,
  surface: { ...FLAT_SURFACE, ...print.surface },
});

const compose = async ([first, ...others]: readonly Print[], alpha = 255) =>
  composeScene({
    ...sceneOf(first!),
    files: { base: await pngOf(drawn(OUTPUT, (x, y) => [...BASE(x, y).slice(0, 3), alpha] as never)) },
    sourceImage: SOURCE,
    output: OUTPUT,
    others: others.map(sceneOf),
  });

/** Each print over what was beneath it. */
function trace(prints: readonly Print[]): Float32Array {
  const layers = prints.map((print) => {
    const { artwork, ...scene } = sceneOf(print);
    const inkArea = withBleed(print.printArea);
    return tracePrints({
      ...scene,
      relief: null,
      inkArea,
      artworks: [artwork],
      sourceImage: SOURCE,
      output: OUTPUT,
      part: ALL,
    })[0]!;
  });
  return Float32Array.from(partOf(drawn(OUTPUT, BASE), ALL), (level, at) =>
    layers.reduce((beneath, print) => over(print, beneath, at), level),
  );
}

describe('a template that shows two surfaces', () => {
  it.each([
    ['flat ones', [FLAT_FRONT, FLAT_SLEEVE]],
    ['bent ones whose upright boxes overlap', [BENT_FRONT, BENT_SLEEVE]],
    [
      'prints that lie on each other',
      [FLAT_FRONT, { ...FLAT_SLEEVE, printArea: { x: 200, y: 120, width: 180, height: 150 } }],
    ],
  ] as const)('%s, as an oracle sees them', async (_, prints) => {
    const seen = partOf(await compose(prints), ALL);
    const traced = trace(prints);

    expect(meanDeltaE(seen, traced)).toBeLessThanOrEqual(DELTA_E_MAX);
    expect(meanSsim(seen, traced, OUTPUT.width)).toBeGreaterThanOrEqual(SSIM_MIN);
  });

  it.each([255, 200])(
    'shows each pixel of both, as templates with one of them do, on a product of alpha %d',
    async (alpha) => {
      const both = await compose([BENT_FRONT, FLAT_SLEEVE], alpha);
      const [front, sleeve, blank] = [
        await compose([BENT_FRONT], alpha),
        await compose([FLAT_SLEEVE], alpha),
        await compose([{ ...FLAT_FRONT, printArea: { x: 0, y: 0, width: 1, height: 1 } }], alpha),
      ];

      const expected = both.pixels.map((_level, at) =>
        sleeve.pixels[at] === blank.pixels[at] ? front.pixels[at]! : sleeve.pixels[at]!,
      );
      expect(Buffer.compare(both.pixels, expected)).toBe(0);
    },
  );
});
