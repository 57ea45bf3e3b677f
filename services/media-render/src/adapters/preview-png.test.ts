import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { Rectangle } from '../domain/geometry.ts';
import type { DrawnArtwork } from './artwork-drawing.ts';
import { composeAsDrawn, prepareMockup } from './compositor.ts';
import { preparePreview, previewPng } from './preview-png.ts';
import { emptyRaster, type Raster } from './raster.ts';

const SIZE = { width: 50, height: 300 };
const WHOLE = { x: 0, y: 0, ...SIZE };

function base(alpha: number): Raster {
  const raster = emptyRaster(SIZE, 4);
  raster.pixels.forEach((_, at) => (raster.pixels[at] = at % 4 === 3 ? alpha : (at * 7) >> 4));
  return raster;
}

const layers = (alpha: number) => ({ base: base(alpha), mask: null, shadow: null, highlight: null, outline: null });

const drawn = (region: Rectangle): DrawnArtwork => ({
  region,
  rowAt: ({ y }, count) => ({ colour: new Uint8Array(count * 3).fill(y), alpha: null }),
});

const mockups = { opaque: 255, translucent: 120 };

describe.each(Object.entries(mockups))('a preview on a product that is %s', (_, alpha) => {
  it.each([
    ['nothing', null],
    ['the top', { x: 3, y: 0, width: 20, height: 10 }],
    ['a border of bands', { x: 3, y: 60, width: 20, height: 8 }],
    ['exactly one band', { x: 0, y: 64, width: 50, height: 64 }],
    ['one row', { x: 3, y: 128, width: 20, height: 1 }],
    ['the last row', { x: 3, y: 299, width: 20, height: 1 }],
    ['everything', WHOLE],
  ])('with artwork over %s is the composed image', async (_name, region) => {
    const mockup = prepareMockup(layers(alpha), WHOLE);
    const artwork = region && drawn(region);

    const png = await previewPng(await preparePreview(mockup), [artwork]);

    const composed = await composeAsDrawn(mockup, [Promise.resolve(artwork)]);
    const { data, info } = await sharp(png, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ ...SIZE, channels: composed.channels });
    expect(Buffer.compare(data, composed.pixels)).toBe(0);
  });
});
