import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import type { PrintFormat } from '@estampa/kernel/print-formats';
import { pressProfile } from '../../test/press-profiles.ts';
import { chunkOf } from './banded-png.ts';
import { printImage } from './print-image.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'print-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** 60 x 40 pixels on 30 x 20 mm, of which 3 mm on each side are bleed. */
const CANVAS = { width: 60, height: 40 };
const SIZE = { widthMm: 30, bleedMm: 3 };
/** The artwork lies in the middle of the canvas: 30 x 20, from 15, 10. */
const ARTWORK = { width: 30, height: 20 };
const COLOUR = { r: 200, g: 30, b: 60 };

async function printed(
  format: PrintFormat,
  size: { widthMm: number | null; bleedMm: number } = SIZE,
  alphaAt: (x: number) => number = () => 255,
  { colour = COLOUR, press = null }: { colour?: typeof COLOUR; press?: string | null } = {},
): Promise<Buffer> {
  const [path, to] = [join(directory, `${format}.original`), join(directory, `${format}.print`)];
  const pixels = Array.from({ length: ARTWORK.width * ARTWORK.height }, (_, at) => [
    ...Object.values(colour),
    alphaAt(at % ARTWORK.width),
  ]);
  await sharp(Buffer.from(pixels.flat()), { raw: { ...ARTWORK, channels: 4 } })
    .png()
    .toFile(path);
  const centre = { x: CANVAS.width / 2, y: CANVAS.height / 2 };
  const plan = { canvas: CANVAS, scale: 1, rotation: 0, centre };
  const part = { crop: { x: 0, y: 0, ...ARTWORK }, scaled: ARTWORK, centre };

  const hash = await printImage({ path, to, plan, part, ...size, format, pressProfile: press });

  const bytes = await readFile(to);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
  return bytes;
}

const rgba = async (image: Buffer) => (await sharp(image).ensureAlpha().raw().toBuffer()).toString('hex');

it('is in the inks of a press, on white, with their profile and its size', async () => {
  const tiff = await printed('tiff');

  expect(await sharp(tiff).metadata()).toMatchObject({
    format: 'tiff',
    space: 'cmyk',
    channels: 4,
    ...CANVAS,
    density: Math.round((CANVAS.width / SIZE.widthMm) * 25.4),
    icc: expect.any(Buffer),
  });
  const { data } = await sharp(tiff).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * CANVAS.width + x) * 3, (y * CANVAS.width + x) * 3 + 3)];
  expect(Math.min(...at(2, 2))).toBeGreaterThan(248);
  const far = at(30, 20).map((level, channel) => Math.abs(level - Object.values(COLOUR)[channel]!));
  // A press cannot print every colour of a screen.
  expect(Math.max(...far)).toBeLessThan(45);
});

it('is in the inks that the profile of a press says, which stands in the file', async () => {
  const path = join(directory, 'press.icc');
  await writeFile(path, pressProfile());
  const tiff = await printed('tiff', SIZE, undefined, { press: path });

  const inks = inksOf(tiff);
  expect(inks(2, 2)).toEqual([0, 0, 0, 0]);
  // By the definition of the profile, for its L*a*b* of 43, 62, 26.
  const off = inks(30, 20).map((ink, at) => Math.abs(ink - [65, 207, 172, 0][at]!));
  expect(Math.max(...off)).toBeLessThan(8);
  expect((await sharp(tiff).metadata()).icc!.equals(pressProfile())).toBe(true);
});

it('takes colours to inks once, so that a pure green has no magenta and no black', async () => {
  const tiff = await printed('tiff', SIZE, undefined, { colour: { r: 0, g: 255, b: 0 } });
  const [cyan, magenta, yellow, black] = inksOf(tiff)(30, 20);

  expect([magenta, black]).toEqual([0, 0]);
  expect(Math.min(cyan!, yellow!)).toBeGreaterThan(100);
});

it('says that pixels are square, and nothing of how large they are, where its size is not known', async () => {
  const tiff = await printed('tiff', { widthMm: null, bleedMm: 0 });

  const table = tiff.readUInt32LE(4);
  const tags = new Map(
    Array.from({ length: tiff.readUInt16LE(table) }, (_, at) => {
      const entry = table + 2 + at * 12;
      return [tiff.readUInt16LE(entry), tiff.readUInt32LE(entry + 8)];
    }),
  );
  const rational = (tag: number) => [0, 4].map((at) => tiff.readUInt32LE(tags.get(tag)! + at));
  expect([rational(282), rational(283), tags.get(296)]).toEqual([[1, 1], [1, 1], 1]);
  expect(await sharp(tiff).metadata()).toMatchObject({ ...CANVAS, space: 'cmyk', icc: expect.any(Buffer) });
});

it.each([
  ['a third of a millimetre', SIZE, 1],
  ['three pixels where its size is not known', { widthMm: null, bleedMm: 0 }, 3],
])('has white ink under all that is printed, but for %s at its edge', async (_what, size, choke) => {
  const { data, info } = await sharp(await printed('underbase', size))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });

  expect(info).toMatchObject({ ...CANVAS, channels: 1 });
  for (let y = 0; y < CANVAS.height; y += 1) {
    for (let x = 0; x < CANVAS.width; x += 1) {
      const isInside = x >= 15 + choke && x < 45 - choke && y >= 10 + choke && y < 30 - choke;
      expect(data[y * CANVAS.width + x], `${x}, ${y}`).toBe(isInside ? 255 : 0);
    }
  }
});

it('has as much white ink as there is of a colour that fades away, down to where nobody sees it', async () => {
  const alphaAt = (x: number) => (x > 20 ? 7 : 255 - 8 * x);
  const plate = await printed('underbase', SIZE, alphaAt);
  const { data } = await sharp(plate).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });

  const row = [...data.subarray(20 * CANVAS.width + 15, 20 * CANVAS.width + 45)];
  // A pixel less on either side.
  expect(row).toEqual(Array.from({ length: 30 }, (_, x) => (x === 0 || x >= 20 ? 0 : alphaAt(x))));
});

it('is a page with its bleed, its trimmed size and the pixels of the PNG', async () => {
  const pdf = await printed('pdf');

  const text = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const offsets = text.slice(start).match(/^\d{10}(?= 00000 n )/gm)!;
  const objects = offsets.map((offset, at) => {
    expect(text.startsWith(`${at + 1} 0 obj\n`, Number(offset))).toBe(true);
    return text.slice(Number(offset), text.indexOf('endobj', Number(offset)));
  });
  const page = objects.find((one) => one.includes('/Type /Page '))!;
  const mm = (box: string) =>
    new RegExp(`/${box} \\[([\\d. ]+)\\]`)
      .exec(page)![1]!
      .split(' ')
      .map((point) => Math.round((Number(point) / 72) * 25.4 * 100) / 100);
  expect([mm('MediaBox'), mm('BleedBox'), mm('TrimBox')]).toEqual([
    [0, 0, 30, 20],
    [0, 0, 30, 20],
    [3, 3, 27, 17],
  ]);

  const [colour, alpha] = [pixelsOf(text, '/ColorSpace [/ICCBased', 2), pixelsOf(text, '/ColorSpace /DeviceGray', 0)];
  const joined = sharp(colour).joinChannel(await sharp(alpha).toColourspace('b-w').raw().toBuffer(), {
    raw: { ...CANVAS, channels: 1 },
  });
  expect(await rgba(await joined.png().toBuffer())).toBe(await rgba(await printed('png')));
  const [begin, length] = streamOf(text, '/N 3 ');
  expect(inflateSync(pdf.subarray(begin, begin + length)).includes('sRGB\0')).toBe(true);
});

/** The four inks of a pixel, read by the definition of the format (TIFF 6.0, deflated and predicted horizontally). */
function inksOf(tiff: Buffer) {
  const table = tiff.readUInt32LE(4);
  const values = new Map<number, number[]>();
  for (let at = 0; at < tiff.readUInt16LE(table); at += 1) {
    const entry = table + 2 + at * 12;
    const [tag, type, count] = [tiff.readUInt16LE(entry), tiff.readUInt16LE(entry + 2), tiff.readUInt32LE(entry + 4)];
    const bytes = { 3: 2, 4: 4 }[type];
    if (!bytes) continue;
    const start = count * bytes <= 4 ? entry + 8 : tiff.readUInt32LE(entry + 8);
    values.set(
      tag,
      Array.from({ length: count }, (_, index) => tiff.readUIntLE(start + index * bytes, bytes)),
    );
  }
  const [starts, lengths] = [values.get(273)!, values.get(279)!];
  const pixels = Buffer.concat(starts.map((start, at) => inflateSync(tiff.subarray(start, start + lengths[at]!))));
  return (x: number, y: number): number[] => {
    const ink = (channel: number) => {
      let level = 0;
      for (let left = 0; left <= x; left += 1) level += pixels[(y * CANVAS.width + left) * 4 + channel]!;
      return level % 256;
    };
    return [0, 1, 2, 3].map(ink);
  };
}

/** Where the stream of an object begins, and its length. */
function streamOf(pdf: string, entry: string): [begin: number, length: number] {
  const from = pdf.indexOf(entry);
  const length = Number(/\/Length (\d+)/.exec(pdf.slice(from))![1]);
  const begin = pdf.indexOf('stream\n', from) + 'stream\n'.length;
  expect(pdf.slice(begin + length, begin + length + 10)).toBe('\nendstream');
  return [begin, length];
}

/** An image of a page as a PNG. */
function pixelsOf(pdf: string, entry: string, colourType: number): Buffer {
  const [begin, length] = streamOf(pdf, entry);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(CANVAS.width, 0);
  head.writeUInt32BE(CANVAS.height, 4);
  head.set([8, colourType], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', head),
    chunkOf('IDAT', Buffer.from(pdf.slice(begin, begin + length), 'latin1')),
    chunkOf('IEND', new Uint8Array()),
  ]);
}
