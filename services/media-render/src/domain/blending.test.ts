import { describe, expect, it } from '@jest/globals';
import { blend, type BlendMode, clip } from './blending.ts';

const blended = (mode: BlendMode, below: number[], above: number[]) => {
  const pixels = Buffer.from(below);
  blend(pixels, Buffer.from(above), mode);
  return [...pixels];
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

it('clip weakens the alpha by the mask', () => {
  const pixels = Buffer.from([1, 2, 3, 255, 1, 2, 3, 200, 1, 2, 3, 255]);

  clip(pixels, Buffer.from([0, 128, 255]));

  expect([...pixels]).toEqual([1, 2, 3, 0, 1, 2, 3, 100, 1, 2, 3, 255]);
});
