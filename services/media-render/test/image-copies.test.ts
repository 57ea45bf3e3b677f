import { objectsOfImage, nameWithSizes } from '@estampa/kernel/image-sizes';
import { demoArtwork, demoTemplate } from '@estampa/stack/demo/images';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { composeScene } from '../src/adapters/composition-scenes.ts';
import { encodeImage } from '../src/adapters/encoding.ts';
import { emptyRaster, fromRaster, type Raster, toRaster } from '../src/adapters/raster.ts';

/** What a product card may weigh. */
const CARD_BYTES_MAX = 25_000;
/** CIE 76; what is left of a copy shown small is hardly seen below 2. */
const MEAN_DELTA_E_MAX = 1.8;
/** Shifting a copy by one pixel gives more. */
const FAR_OFF = { deltaE: 20, shareMax: 0.01 };

const NAMES = objectsOfImage(nameWithSizes('mug', 1_600)).map(({ key, contentType }) => ({ key, contentType }));

/** The demonstration's mug with a poster of few plain colours, which shows whatever an encoder does to edges. */
async function aMug(): Promise<Raster> {
  const { printArea, sourceImage, base, mask, shadow, highlight } = await demoTemplate('mug', '#FFFFFF');
  const poster = sharp(await demoArtwork(3)).resize(printArea.width, printArea.height, { fit: 'inside' });
  const artwork = await toRaster(poster.ensureAlpha());
  const placement = { x: printArea.x, y: printArea.y, scale: 1, rotation: 0 };
  const files = { base, mask, shadow, highlight };
  return composeScene({ files, artwork, placement, printArea, sourceImage, output: sourceImage });
}

const decoded = (file: Uint8Array): Promise<Raster> => toRaster(sharp(file).removeAlpha().toColourspace('srgb'));

async function labOf(raster: Raster): Promise<Float32Array> {
  const bytes = await fromRaster(raster).toColourspace('lab').raw({ depth: 'float' }).toBuffer();
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

async function difference(one: Raster, other: Raster): Promise<{ mean: number; shareFarOff: number }> {
  const [a, b] = await Promise.all([labOf(one), labOf(other)]);
  const count = a.length / 3;
  let [sum, farOff] = [0, 0];
  for (let at = 0; at < a.length; at += 3) {
    const deltaE = Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!, a[at + 2]! - b[at + 2]!);
    sum += deltaE;
    farOff += Number(deltaE > FAR_OFF.deltaE);
  }
  return { mean: sum / count, shareFarOff: farOff / count };
}

describe('the copies of a mockup', () => {
  let mug: Raster;
  let files: Uint8Array[];
  beforeAll(async () => {
    mug = await aMug();
    files = await encodeImage(mug);
  });

  it.each(NAMES.map(({ key, contentType }, at) => [key, contentType, at] as const))(
    '%s is %s, as wide as its name says, and in proportion',
    async (key, contentType, at) => {
      const { format, compression, width, height } = await sharp(files[at]).metadata();

      expect(format === 'heif' ? compression : format).toBe(contentType === 'image/avif' ? 'av1' : 'webp');
      const size = Number(/-(\d+)\.\w+$/.exec(key)?.[1] ?? 1_600);
      expect([width, height]).toEqual([size, size]);
    },
  );

  it.each(NAMES.slice(1).map(({ key }, at) => [key, at + 1] as const))(
    '%s looks like the mockup scaled directly, and fits on a card',
    async (_key, at) => {
      const copy = await decoded(files[at]!);
      const direct = await toRaster(fromRaster(mug).resize(copy.width));

      const { mean, shareFarOff } = await difference(copy, direct);

      expect(mean).toBeLessThan(MEAN_DELTA_E_MAX);
      expect(shareFarOff).toBeLessThan(FAR_OFF.shareMax);
      expect(files[at]!.byteLength).toBeLessThan(CARD_BYTES_MAX);
    },
  );

  it('are told from one that is a pixel off', async () => {
    const direct = await toRaster(fromRaster(mug).resize(400));
    const shifted = await toRaster(
      fromRaster(direct).affine([1, 0, 0, 1], { odx: 1 }).resize(400, 400, { fit: 'cover' }),
    );

    expect((await difference(direct, shifted)).shareFarOff).toBeGreaterThan(FAR_OFF.shareMax);
  });
});

describe('the copies of an image', () => {
  it('are as transparent as it is', async () => {
    const image = emptyRaster({ width: 500, height: 250 }, 4);
    for (let at = 0; at < image.pixels.length; at += 4) image.pixels.set([200, 40, 60, 128], at);

    const [, webp, avif] = await encodeImage(image);

    for (const copy of [webp!, avif!]) {
      const { info, data } = await sharp(copy).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 400, height: 200, channels: 4 });
      expect(Math.abs(data[3]! - 128)).toBeLessThanOrEqual(2);
    }
  });

  it.each([400, 399])('are none where it is only %d px wide', async (width) => {
    expect(await encodeImage(emptyRaster({ width, height: 10 }, 3))).toHaveLength(1);
  });
});
