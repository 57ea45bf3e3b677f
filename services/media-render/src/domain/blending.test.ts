import { describe, expect, it } from 'vitest';
import { blend, blendArtwork, type BlendMode, BLENDS } from './blending.ts';

const blended = (mode: BlendMode, below: number[], above: number[]) => {
  const levels = Float32Array.from(below);
  blend(levels, { pixels: Buffer.from(above), ...BLENDS[mode] });
  return [...new Uint8ClampedArray(levels)];
};

describe('blend', () => {
  it.each<[BlendMode, number[], number[], number[]]>([
    ['over', [200, 100, 0, 255], [10, 20, 30, 255], [10, 20, 30, 255]],
    ['over', [200, 100, 0, 255], [10, 20, 30, 0], [200, 100, 0, 255]],
    ['over', [200, 100, 0, 255], [0, 0, 100, 51], [160, 80, 20, 255]],
    ['over', [0, 0, 0, 0], [10, 20, 30, 128], [10, 20, 30, 128]],
    ['over', [200, 0, 0, 102], [0, 200, 0, 102], [75, 125, 0, 163]],
    ['multiply', [200, 100, 50, 255], [255, 255, 255, 255], [200, 100, 50, 255]],
    ['multiply', [200, 100, 50, 255], [51, 51, 51, 255], [40, 20, 10, 255]],
    ['multiply', [200, 100, 50, 255], [0, 0, 0, 51], [160, 80, 40, 255]],
    ['multiply', [0, 0, 0, 0], [40, 40, 40, 90], [40, 40, 40, 90]],
    ['screen', [200, 100, 50, 255], [0, 0, 0, 255], [200, 100, 50, 255]],
    ['screen', [200, 100, 50, 255], [255, 255, 255, 255], [255, 255, 255, 255]],
    ['screen', [155, 55, 0, 255], [51, 51, 51, 255], [175, 95, 51, 255]],
  ])('%s: %j under %j gives %j', (mode, below, above, together) => {
    expect(blended(mode, below, above)).toEqual(together);
  });

  it('never leaves a fully transparent layer behind', () => {
    expect(blended('screen', [0, 0, 0, 0], [255, 255, 255, 0])).toEqual([0, 0, 0, 0]);
  });
});

describe('blendArtwork', () => {
  const laid = (below: number[], colour: number[], alpha: number[] | null, mask: number[] | null) => {
    const levels = Float32Array.from(below);
    const artwork = { colour: Uint8Array.from(colour), alpha: alpha && Uint8Array.from(alpha) };
    blendArtwork(levels, artwork, mask && Uint8Array.from(mask));
    return [...new Uint8ClampedArray(levels)];
  };

  it.each([
    ['an opaque artwork', [200, 100, 0, 255], [10, 20, 30], null, null, [10, 20, 30, 255]],
    ['an opaque artwork on nothing', [0, 0, 0, 0], [10, 20, 30], null, null, [10, 20, 30, 255]],
    ['nothing', [200, 100, 0, 255], [0, 0, 0], [0], null, [200, 100, 0, 255]],
    ['a fifth of blue', [200, 100, 0, 255], [0, 0, 20], [51], null, [160, 80, 20, 255]],
    ['half transparent on half transparent', [200, 0, 0, 102], [0, 80, 0], [102], null, [75, 125, 0, 163]],
    ['what a mask hides', [200, 100, 0, 255], [10, 20, 30], null, [0], [200, 100, 0, 255]],
    ['what a mask lets through by a fifth', [200, 100, 0, 255], [0, 0, 100], null, [51], [160, 80, 20, 255]],
    ['alpha and mask together, on nothing', [0, 0, 0, 0], [100, 50, 0], [200], [128], [128, 64, 0, 100]],
    ['a colour brighter than its alpha', [0, 0, 0, 255], [90, 20, 0], [51], null, [51, 20, 0, 255]],
  ])('lays %s', (_, below, colour, alpha, mask, together) => {
    expect(laid(below, colour, alpha, mask)).toEqual(together);
  });
});
