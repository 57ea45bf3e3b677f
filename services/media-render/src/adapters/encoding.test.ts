import { describe, expect, it } from '@jest/globals';
import { encode } from './encoding.ts';
import { emptyRaster } from './raster.ts';

const MEGABYTE = 1024 * 1024;
const ROUNDS = 100;

/** Grain, which no encoder makes small. */
function grain() {
  const raster = emptyRaster({ width: 700, height: 700 }, 3);
  let state = 1;
  for (let at = 0; at < raster.pixels.length; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    raster.pixels[at] = state;
  }
  return raster;
}

describe('encoding', () => {
  it('leaves no memory behind', async () => {
    const raster = grain();
    const encoded = await encode(raster, 'png');
    expect([encoded.byteOffset, encoded.buffer.byteLength]).toEqual([0, encoded.byteLength]);
    const before = process.memoryUsage().rss;

    for (let round = 0; round < ROUNDS; round += 1) await encode(raster, 'png');

    const grownMegabytes = (process.memoryUsage().rss - before) / MEGABYTE;
    expect(grownMegabytes).toBeLessThan(((encoded.byteLength * ROUNDS) / MEGABYTE) * 0.7);
  });
});
