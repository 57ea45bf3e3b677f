import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Canvases } from './canvases.ts';

const SIZE = { width: 4, height: 3 };

describe('canvases', () => {
  it('are used again for an image of as many bytes, one image at a time', () => {
    const canvases = new Canvases();
    const first = canvases.take(SIZE, 3);
    const second = canvases.take(SIZE, 3);
    expect(second.raster.pixels).not.toBe(first.raster.pixels);
    expect(first.raster).toMatchObject({ ...SIZE, channels: 3 });
    expect(first.raster.pixels).toHaveLength(36);

    first[Symbol.dispose]();
    expect(canvases.take(SIZE, 4).raster.pixels).toHaveLength(48);
    const turned = canvases.take({ width: 3, height: 4 }, 3);
    expect(turned.raster.pixels).toBe(first.raster.pixels);
    expect(turned.raster).toMatchObject({ width: 3, height: 4 });
  });

  it('are reused by as many images as are composed at once', () => {
    const canvases = new Canvases();
    const used = Array.from({ length: availableParallelism() + 1 }, () => canvases.take(SIZE, 3));
    for (const canvas of used) canvas[Symbol.dispose]();

    const cached = used.slice(1).map(({ raster }) => raster.pixels);
    const again = used.map(() => canvases.take(SIZE, 3).raster.pixels);
    expect(again.filter((pixels) => cached.includes(pixels))).toHaveLength(cached.length);
    expect(again).not.toContain(used[0]!.raster.pixels);
  });
});
