import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { cicpChunk, flatPng, pngChunk } from './coloured-files.ts';
import { giantJpeg, giantWebp, pngClaiming } from './giants.ts';
import { aSeller, type Media, sampleImage, startMedia } from './media.ts';
import { originals } from './originals.ts';

const MEBIBYTE = 1024 * 1024;
const GIANT_DEADLINE_MS = 60_000;
const GIANTS_MS = 240_000;
const ORANGE = { r: 240, g: 120, b: 30 };
const SMALL = { width: 60, height: 40 };
const HUNDRED_MEGAPIXELS = { width: 12_000, height: 8_333 };

let media: Media;
let of: ReturnType<typeof originals>;
let pid: number;
beforeAll(async () => {
  media = await startMedia();
  of = originals(media);
  pid = media.service.process.pid;
});
afterAll(async () => {
  of?.store[Symbol.dispose]();
  await media.stop();
});

type Kind = 'png' | 'jpeg' | 'webp';

async function complete(kind: Kind, bytes: Buffer, seller = aSeller(), deadlineMs = GIANT_DEADLINE_MS) {
  const { artworkId, upload } = await of.uploaded(seller, bytes, { contentType: `image/${kind}` });
  const requested = { artworkId, key: upload.key, title: 'Hostile' };
  return (await media.artworks(seller).completeArtwork(requested, { deadlineMs })).artwork!;
}

const noise = (size = { width: 200, height: 200 }) =>
  sharp({ create: { ...size, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
const half = async (file: Promise<Buffer>) => (await file).subarray(0, Math.floor((await file).length / 2));
const flat = () => flatPng({ depth: 8, colour: [0.9, 0.5, 0.1], ...SMALL });
const grey = (width: number, height: number, chunks: Buffer[] = []) =>
  flatPng({ depth: 8, colour: [0.5], width, height, chunks });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><script>alert(1)</script></svg>';

/** A PNG with something put before its pixels. */
function withChunk(type: string, content: Uint8Array): Buffer {
  const file = flat();
  const at = file.indexOf('IDAT') - 4;
  return Buffer.concat([file.subarray(0, at), pngChunk(type, content), file.subarray(at)]);
}

/** Of the container of a WebP. */
function webpChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** With an extended header: what it is said to be, and its chunks. */
function extendedWebp({ width, height, flags }: { width: number; height: number; flags: number }, chunks: Buffer[]) {
  const canvas = Buffer.alloc(10);
  canvas[0] = flags;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), webpChunk('VP8X', canvas), ...chunks]));
}

const pixelsOf = (still: Buffer): Buffer => still.subarray(12);

/** An extended WebP whose container says 16 x 16 around a still image of another size. */
async function webpInSmallerFrame(): Promise<Buffer> {
  const inner = await sampleImage({ width: 4_000, height: 3_000 }, ORANGE).webp({ lossless: true }).toBuffer();
  return extendedWebp({ width: 16, height: 16, flags: 0 }, [pixelsOf(inner)]);
}

const ANIMATED = 2;

/** The same frame again and again: encoding so many would take seconds. */
async function manyFrames(frames: number): Promise<Buffer> {
  const place = Buffer.alloc(16);
  place.writeUIntLE(7, 6, 3);
  place.writeUIntLE(7, 9, 3);
  place.writeUIntLE(100, 12, 3);
  const still = await noise({ width: 8, height: 8 }).webp().toBuffer();
  const frame = webpChunk('ANMF', Buffer.concat([place, pixelsOf(still)]));
  const repeated = Array.from({ length: frames }, () => frame);
  return extendedWebp({ width: 8, height: 8, flags: ANIMATED }, [webpChunk('ANIM', Buffer.alloc(6)), ...repeated]);
}

async function animated(frames: number, kind: 'webp' | 'gif'): Promise<Buffer> {
  const size = { width: 8, height: 8 * frames };
  const strip = await noise(size).raw().toBuffer();
  const image = sharp(strip, { raw: { ...size, channels: 3, pageHeight: 8 } });
  return kind === 'webp' ? image.webp({ loop: 0 }).toBuffer() : image.gif().toBuffer();
}

type Rejected = [what: string, kind: Kind, make: () => Buffer | Promise<Buffer>, reason: string];

describe('a file is rejected', () => {
  it.each<Rejected>([
    ['that is a PNG cut short', 'png', () => half(noise().png().toBuffer()), 'not_an_image'],
    ['that is a JPEG cut short', 'jpeg', () => half(noise().jpeg().toBuffer()), 'not_an_image'],
    [
      'that is a progressive JPEG cut short',
      'jpeg',
      () => half(noise().jpeg({ progressive: true }).toBuffer()),
      'not_an_image',
    ],
    ['that is a WebP cut short', 'webp', () => half(noise().webp().toBuffer()), 'not_an_image'],
    ['that is a header alone', 'png', () => flat().subarray(0, 33), 'not_an_image'],
    ['whose pixels are damaged', 'png', async () => damaged(await noise().png().toBuffer()), 'not_an_image'],
    ['that is a JPEG called PNG', 'png', () => noise().jpeg().toBuffer(), 'format_mismatch'],
    ['that is a PNG called WebP', 'webp', () => flat(), 'format_mismatch'],
    ['whose colours are of high dynamic range', 'png', () => grey(6, 4, [cicpChunk(9, 16)]), 'unsupported_colour'],
    ['that is a GIF', 'png', () => animated(1, 'gif'), 'not_an_image'],
    ['that is a TIFF', 'jpeg', () => noise().tiff().toBuffer(), 'not_an_image'],
    ['that is an AVIF', 'webp', () => noise({ width: 16, height: 16 }).avif({ effort: 0 }).toBuffer(), 'not_an_image'],
    ['that is SVG', 'png', () => Buffer.from(SVG), 'not_an_image'],
    [
      'that is SVG behind the signature of a PNG',
      'png',
      () => Buffer.concat([flat().subarray(0, 8), Buffer.from(SVG)]),
      'not_an_image',
    ],
    ['that is a PDF', 'jpeg', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'not_an_image'],
    ['that is an animated WebP', 'webp', () => animated(3, 'webp'), 'animated'],
    ['that is a WebP of 3,000 frames', 'webp', () => manyFrames(3_000), 'animated'],
    ['that claims 2,147,483,647 px a side', 'png', () => pngClaiming(2_147_483_647, 2_147_483_647), 'not_an_image'],
    ['that claims 1,000,000 px a side', 'png', () => pngClaiming(1_000_000, 1_000_000), 'image_too_large'],
    ['that claims 12,000 x 8,333 px and has none', 'png', () => pngClaiming(12_000, 8_333), 'not_an_image'],
    ['that is one pixel too wide', 'png', () => grey(12_001, 1), 'image_too_large'],
    ['that is one pixel too high', 'png', () => grey(1, 12_001), 'image_too_large'],
    ['that has one row too many', 'png', () => grey(12_000, 8_334), 'image_too_large'],
    ['whose frame is smaller than its picture', 'webp', webpInSmallerFrame, 'not_an_image'],
  ])('%s', async (_what, kind, make, reason) => {
    await expect(complete(kind, await make())).rejects.toMatchObject({ kind: 'invalid', reason });
    expect(media.service.process.pid).toBe(pid);
  });

  /** One byte in the middle of the pixels. */
  const damaged = (file: Buffer): Buffer => {
    const copy = Buffer.from(file);
    const at = Math.floor(copy.length / 2);
    copy[at] = copy[at]! ^ 0xff;
    return copy;
  };
});

type Accepted = [
  what: string,
  kind: Kind,
  make: () => Buffer | Promise<Buffer>,
  size: { widthPx: number; heightPx: number },
];
const AS_SMALL = { widthPx: SMALL.width, heightPx: SMALL.height };
const HTML = '<script>steal()</script>';
const bomb = () => Buffer.concat([Buffer.from('bomb\0\0', 'latin1'), deflateSync(Buffer.alloc(64 * MEBIBYTE))]);

describe('a file is taken for the image that it is, and nothing else of it comes out', () => {
  it.each<Accepted>([
    ['one pixel', 'png', () => flatPng({ depth: 8, colour: [0.5], width: 1, height: 1 }), { widthPx: 1, heightPx: 1 }],
    [
      'one pixel of 16 bits',
      'png',
      () => flatPng({ depth: 16, colour: [0.5, 0.5, 0.5, 0.5], width: 1, height: 1 }),
      { widthPx: 1, heightPx: 1 },
    ],
    [
      'a hair 12,000 px wide',
      'png',
      () => flatPng({ depth: 8, colour: [0.5], width: 12_000, height: 1 }),
      { widthPx: 12_000, heightPx: 1 },
    ],
    [
      'a hair 12,000 px high',
      'jpeg',
      () => sampleImage({ width: 1, height: 12_000 }, ORANGE).jpeg().toBuffer(),
      { widthPx: 1, heightPx: 12_000 },
    ],
    ['a PNG with a page of HTML behind it', 'png', () => Buffer.concat([flat(), Buffer.from(HTML)]), AS_SMALL],
    [
      'a PNG with a page of HTML in a comment',
      'png',
      () => withChunk('tEXt', Buffer.from(`Comment\0${HTML}`)),
      AS_SMALL,
    ],
    [
      'a PNG with an archive behind it',
      'png',
      () => Buffer.concat([flat(), Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(500)]),
      AS_SMALL,
    ],
    ['a PNG with text that inflates to 64 MB', 'png', () => withChunk('zTXt', bomb()), AS_SMALL],
    ['a PNG with a profile that inflates to 64 MB', 'png', () => withChunk('iCCP', bomb()), AS_SMALL],
    ['a JPEG with a page of HTML in a comment', 'jpeg', () => jpegWithComment(HTML), AS_SMALL],
    ['a picture of nothing', 'png', () => flatPng({ depth: 8, colour: [0, 0, 0, 0], ...SMALL }), AS_SMALL],
  ])('%s', async (_what, kind, make, size) => {
    const artwork = await complete(kind, await make());

    expect(artwork).toMatchObject(size);
    const shown = Buffer.from(await (await media.seePublicly(artwork.previewKey)).arrayBuffer());
    expect((await sharp(shown).metadata()).format).toBe('webp');
    expect(shown.includes('steal')).toBe(false);
    expect(media.service.process.pid).toBe(pid);
  });

  async function jpegWithComment(text: string): Promise<Buffer> {
    const file = await sampleImage(SMALL, ORANGE).jpeg().toBuffer();
    const segment = Buffer.alloc(4);
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(text.length + 2, 2);
    return Buffer.concat([file.subarray(0, 2), segment, Buffer.from(text), file.subarray(2)]);
  }
});

/** The most memory that the process has had so far. */
const peakBytes = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${media.service.process.pid}/status`, 'utf8'))![1]) * 1024;

describe('giants', () => {
  it(
    'of 100 megapixels that can only be decoded in full are, one at a time, or are rejected with a time to retry',
    async () => {
      const files: [Kind, Buffer][] = [
        ['jpeg', giantJpeg()],
        ['webp', giantWebp()],
      ];
      expect(await Promise.all(files.map(async ([, bytes]) => sharp(bytes).metadata()))).toMatchObject([
        { ...HUNDRED_MEGAPIXELS, format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4' },
        { ...HUNDRED_MEGAPIXELS, format: 'webp' },
      ]);
      const before = peakBytes();

      const outcomes = await Promise.allSettled(files.map(([kind, bytes]) => complete(kind, bytes)));

      const rejected = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      );
      for (const reason of rejected) expect(reason).toMatchObject({ kind: 'busy' });
      expect(rejected.length).toBeLessThan(files.length);
      // Both at once would take over 1,000 MiB.
      expect(peakBytes() - before).toBeLessThan(900 * MEBIBYTE);
      expect(media.service.process.pid).toBe(pid);
      expect(await complete('png', flat())).toMatchObject(AS_SMALL);
    },
    GIANTS_MS,
  );
});
