import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import sharp, { type Sharp } from 'sharp';
import { boundsOf, cornersOf, intersection, rounded, type Point, type Size, turned } from '../domain/geometry.ts';
import type { PrintFormat } from '@estampa/kernel/print-formats';
import type { PlacedText } from '@estampa/kernel/text-layer';
import { pixelsPerMetre, type PrintedPart, type PrintPlan } from '../domain/print-plan.ts';
import { chunkOf } from './banded-png.ts';
import { OWN_DECODING } from './decoding.ts';
import { writePrintPage } from './print-page.ts';
import { writeSeparations, writeUnderbase } from './print-separations.ts';
import { inSrgb } from './srgb.ts';
import { textLayer } from './drawn-text.ts';
import { withProfile } from './stated-colour.ts';

type Print = {
  path: string;
  to: string;
  plan: PrintPlan;
  part: PrintedPart | null;
  /** Of the canvas, its bleed included. */
  widthMm: number | null;
  bleedMm: number;
  format: PrintFormat;
  /** Lies on top, its box in parts of the canvas. */
  text?: PlacedText | null;
  /** Of the press, in a file; null or absent for the built-in one. */
  pressProfile?: string | null;
};

/**
 * Between two steps an image lies in a file, so that only some of its rows are in memory; all of it only while it is rotated. A file
 * is deleted with the step that read it, which `printTemporaryBytes` counts on.
 */
const BETWEEN = { compressionLevel: 1 };
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };
/** A rotation reads in any order, so the image is decoded in full, which its slot is weighed for (`turnedBytes`). */
const IN_ANY_ORDER = { ...OWN_DECODING, sequentialRead: false } as const;
/** Without a border the outermost row would be cut before it can fade out. */
const BORDER_PX = 2;

/** The artwork as it lies on the print area; gives the SHA-256 of the file. */
export async function printImage({ path, to, plan, part, text, ...print }: Print): Promise<string> {
  const upright = `${path}.upright.png`;
  const drawn = `${path}.drawn.png`;
  const words = `${path}.words.png`;
  try {
    if (part) await cutOut(path, upright, part);
    await rm(withProfile(path), { force: true });
    const placed = part && (await turnedInto(upright, drawn, plan.rotation, part.centre));
    const canvas = laidOn(plan.canvas, placed);
    const composed = text ? canvas.composite([await textLayer(text, plan.canvas, words)]) : canvas;
    await composed.png().toFile(`${to}.png`);
    if (placed) await rm(placed.path);
    return await written(`${to}.png`, to, { ...print, canvas: plan.canvas });
  } finally {
    await Promise.all([upright, drawn, words, `${to}.png`].map((file) => rm(file, { force: true })));
  }
}

type Written = Pick<Print, 'widthMm' | 'bleedMm' | 'format' | 'pressProfile'> & { canvas: Size };

/** The format of a drawn image; what is read and what is written are the most that is stored at once. */
async function written(
  from: string,
  to: string,
  { canvas, widthMm, bleedMm, format, ...print }: Written,
): Promise<string> {
  const perMetre = widthMm === null ? null : pixelsPerMetre(canvas, widthMm);
  if (format === 'png') return tagged(from, to, perMetre);
  if (format === 'tiff') await writeSeparations(from, to, { perMetre, pressProfile: print.pressProfile ?? null });
  if (format === 'underbase') {
    const plate = `${to}.plate.png`;
    await writeUnderbase(from, plate, perMetre);
    return tagged(plate, to, perMetre).finally(() => rm(plate, { force: true }));
  }
  if (format === 'pdf') await writePrintPage(from, to, { canvas, widthMm: widthMm!, bleedMm });
  return hashOf(to);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function cutOut(from: string, to: string, { crop, scaled }: PrintedPart): Promise<void> {
  const { x: left, y: top, width, height } = crop;
  const isScaled = scaled.width !== width || scaled.height !== height;
  const part = await inSrgb(from, (upright) => {
    const cut = upright.extract({ left, top, width, height });
    return isScaled ? cut.resize(scaled.width, scaled.height, { fit: 'fill' }) : cut;
  });
  await part.png(BETWEEN).toFile(to);
}

/** An image in a file, and where its top-left corner lies on the canvas. */
type Placed = { path: string; at: Point; size: Size };

async function turnedInto(from: string, to: string, rotation: number, centre: Point): Promise<Placed> {
  if (rotation === 0) return placedAbout(from, centre);
  if (rotation % 90 === 0) {
    await sharp(from, IN_ANY_ORDER).rotate(rotation).png(BETWEEN).toFile(to);
    await rm(from);
    return placedAbout(to, centre);
  }
  const { width, height } = await sharp(from, IN_ANY_ORDER).metadata();
  const bordered = { width: width + 2 * BORDER_PX, height: height + 2 * BORDER_PX };
  const pixelMiddle = turned({ x: (bordered.width - 1) / 2, y: (bordered.height - 1) / 2 }, rotation);
  const wanted = { x: centre.x - 0.5 - pixelMiddle.x, y: centre.y - 0.5 - pixelMiddle.y };
  const whole = { x: Math.floor(wanted.x), y: Math.floor(wanted.y) };
  const [xAxis, yAxis] = [turned({ x: 1, y: 0 }, rotation), turned({ x: 0, y: 1 }, rotation)];
  const border = { top: BORDER_PX, right: BORDER_PX, bottom: BORDER_PX, left: BORDER_PX };
  const edged = `${to}.edged.png`;
  try {
    await sharp(from, IN_ANY_ORDER)
      .extend({ ...border, background: NOTHING })
      .png(BETWEEN)
      .toFile(edged);
    await rm(from);
    await sharp(edged, IN_ANY_ORDER)
      .affine(
        [
          [xAxis.x, yAxis.x],
          [xAxis.y, yAxis.y],
        ],
        {
          background: NOTHING,
          interpolator: sharp.interpolators.bicubic,
          odx: wanted.x - whole.x,
          ody: wanted.y - whole.y,
        },
      )
      .png(BETWEEN)
      .toFile(to);
  } finally {
    await rm(edged, { force: true });
  }
  // libvips starts its output at the least turned corner, rounded.
  const corners = cornersOf({ x: 0, y: 0, ...bordered }).map((point) => turned(point, rotation));
  const start = rounded(boundsOf(corners));
  return { path: to, at: { x: whole.x + start.x, y: whole.y + start.y }, size: await sizeOf(to) };
}

async function placedAbout(path: string, centre: Point): Promise<Placed> {
  const size = await sizeOf(path);
  return { path, size, at: { x: Math.round(centre.x - size.width / 2), y: Math.round(centre.y - size.height / 2) } };
}

const sizeOf = async (path: string): Promise<Size> => {
  const { width, height } = await sharp(path, IN_ANY_ORDER).metadata();
  return { width, height };
};

/** What lies on the canvas of it, with nothing around. */
function laidOn(canvas: Size, placed: Placed | null): Sharp {
  const seen = placed && intersection({ x: 0, y: 0, ...canvas }, { ...placed.at, ...placed.size });
  if (!seen) return sharp({ create: { ...canvas, channels: 4, background: NOTHING }, limitInputPixels: false });
  return sharp(placed.path, OWN_DECODING)
    .extract({ left: seen.x - placed.at.x, top: seen.y - placed.at.y, width: seen.width, height: seen.height })
    .extend({
      left: seen.x,
      top: seen.y,
      right: canvas.width - seen.x - seen.width,
      bottom: canvas.height - seen.y - seen.height,
      background: NOTHING,
    })
    .ensureAlpha();
}

/** Signature and IHDR, and the pHYs that libvips always writes behind them. */
const HEAD_BYTES = 33;
const SIZE_CHUNK_BYTES = 21;
const PER_METRE = 1;

/** Which colours the pixels mean, as `inSrgb` has made them; images are best seen perceptually. */
const PERCEPTUAL = 0;
const SRGB_CHUNK = chunkOf('sRGB', Uint8Array.of(PERCEPTUAL));

/** States the colour space, and the real physical size in place of the one that libvips makes up; none where it is not known. */
async function tagged(from: string, to: string, perMetre: number | null): Promise<string> {
  const head = Buffer.alloc(HEAD_BYTES + SIZE_CHUNK_BYTES);
  {
    await using file = await open(from);
    await file.read(head, 0, head.length, 0);
  }
  if (head.toString('latin1', HEAD_BYTES + 4, HEAD_BYTES + 8) !== 'pHYs') throw new Error('libvips wrote no pHYs');
  const hash = createHash('sha256');
  const parts = async function* () {
    yield head.subarray(0, HEAD_BYTES);
    yield SRGB_CHUNK;
    if (perMetre !== null) yield sizeChunk(perMetre);
    yield* createReadStream(from, { start: head.length });
  };
  const hashed = async function* () {
    for await (const part of parts()) {
      hash.update(part as Buffer);
      yield part as Buffer;
    }
  };
  await pipeline(hashed(), createWriteStream(to));
  return hash.digest('hex');
}

function sizeChunk(perMetre: number): Uint8Array {
  const content = Buffer.alloc(9);
  content.writeUInt32BE(perMetre, 0);
  content.writeUInt32BE(perMetre, 4);
  content[8] = PER_METRE;
  return chunkOf('pHYs', content);
}
