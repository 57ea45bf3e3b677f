/**
 * How long a preview and a render take, over the bare sharp calls they make, and beside the same layers composed by sharp
 * itself. Taken in turns in one run, so that whatever else the machine does weighs on all alike; medians.
 */
import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import sharp from 'sharp';
import { type ArtworkRaster, artworkRaster } from '../src/adapters/artwork-raster.ts';
import type { Cloth } from '../src/adapters/cloth.ts';
import { type Mockup, prepareMockup } from '../src/adapters/compositor.ts';
import { restrictDecoders } from '../src/adapters/decoding.ts';
import { encodeImage } from '../src/adapters/encoding.ts';
import { decodeLayers } from '../src/adapters/layer-decoding.ts';
import type { CachedMockup } from '../src/adapters/image-tasks.ts';
import { ImageThread } from '../src/adapters/image-thread.ts';
import type { PreviewMockup } from '../src/adapters/preview-png.ts';
import { fromRaster, type Raster, toRaster } from '../src/adapters/raster.ts';
import {
  type ArtworkPlan,
  outputSize,
  planArtwork,
  PREVIEW_LONG_SIDE_MAX_PX,
  printWindow,
  RENDER_LONG_SIDE_MAX_PX,
} from '../src/domain/composition-plan.ts';
import type { Size } from '../src/domain/geometry.ts';
import { withBleed } from '../src/domain/placement.ts';

const REPETITIONS = 15;
const TEMPLATE = { width: 2_000, height: 2_000 };
const PRINT_AREA = { x: 600, y: 500, width: 800, height: 1_000 };
const ARTWORK = { width: 4_000, height: 3_000 };
const WORKING = { width: 2_640, height: 1_980 };
/** 1 takes half the time and half as many bytes more, 3 hardly fewer bytes. */
const PNG_COMPRESSION = 2;
const CASES = [
  {
    name: 'preview',
    decode: 'decodeForPreviews',
    compose: 'composePreview',
    encode: (finished: Raster) => fromRaster(finished).png({ compressionLevel: PNG_COMPRESSION }).toBuffer(),
    longSideMaxPx: PREVIEW_LONG_SIDE_MAX_PX,
  },
  {
    name: 'render',
    decode: 'decodeTemplate',
    compose: 'composeRender',
    encode: encodeImage,
    longSideMaxPx: RENDER_LONG_SIDE_MAX_PX,
  },
] as const;

/** A mesh of 8 x 8 points in waves of 12 px, and folds of as much. */
const BENT: Surface = {
  ...FLAT_SURFACE,
  warp: {
    kind: 'mesh',
    columns: 8,
    rows: 8,
    points: Array.from({ length: 64 }, (_, at) => {
      const [column, row] = [at % 8, Math.floor(at / 8)];
      return {
        x: PRINT_AREA.x + (PRINT_AREA.width * column) / 7 + 12 * Math.sin(row * 1.7 + column),
        y: PRINT_AREA.y + (PRINT_AREA.height * row) / 7 + 12 * Math.cos(column * 2 + row),
      };
    }),
  },
  displacement: { strengthPx: 12, blurPx: 4 },
};

restrictDecoders();
await using thread = new ImageThread({ idleMs: 60_000 });
const artwork = await photo({ ...WORKING, alpha: true, level: 110 });
const source = artworkRaster(artwork);
const drawn = await thread.run('decodeArtwork', await pngOf(artwork));
const files = {
  base: await pngOf(await photo({ ...TEMPLATE, alpha: false, level: 180 })),
  mask: await pngOf(await photo({ ...TEMPLATE, alpha: false, level: 240 })),
  shadow: await pngOf(await photo({ ...TEMPLATE, alpha: false, level: 220 })),
  highlight: await pngOf(await photo({ ...TEMPLATE, alpha: false, level: 20 })),
};
for (const one of CASES) print(one.name, await measured(one));

type Case = (typeof CASES)[number];

async function measured({ decode, compose, encode, longSideMaxPx }: Case) {
  const output = outputSize(TEMPLATE, longSideMaxPx);
  const window = printWindow(withBleed(PRINT_AREA), TEMPLATE, output)!;
  const given = Object.fromEntries(Object.entries(files).map(([kind, bytes]) => [kind, bytes.slice()]));
  const scene = {
    surface: FLAT_SURFACE,
    printArea: PRINT_AREA,
    inkArea: withBleed(PRINT_AREA),
    sourceImage: TEMPLATE,
    output,
  };
  const mockup: CachedMockup<Mockup | Cloth> = await thread.run(decode, {
    files: given as typeof files,
    scenes: [scene],
    colour: null,
  });
  const bentFiles = { ...files, displacement: files.shadow };
  const copies = Object.fromEntries(Object.entries(bentFiles).map(([kind, bytes]) => [kind, bytes.slice()]));
  const bentScene = { ...scene, surface: BENT };
  const bentMockup: CachedMockup<Mockup | Cloth> = await thread.run(decode, {
    files: copies as typeof files,
    scenes: [bentScene],
    colour: null,
  });
  const layers = await Promise.all(
    Object.values(files).map(async (bytes) => toRaster(sharp(bytes).resize(output.width, output.height).ensureAlpha())),
  );
  const finished = prepareMockup(await decodeLayers(files, output), window).blank;
  const ours: Taken[] = [];
  const bent: Taken[] = [];
  const bare: Taken[] = [];
  const sharps: Taken[] = [];
  for (let round = 0; round <= REPETITIONS; round += 1) {
    const plan = planOf(round, output);
    const took = [
      await timed(() => composed(compose, mockup, plan)),
      await timed(() => composed(compose, bentMockup, planOf(round, bentMockup.canvases[0]!, true))),
      await timed(() => bareCalls(source, plan, finished, encode)),
      await timed(() => composedBySharp(plan, layers, encode)),
    ];
    // The first round starts threads and compiles.
    if (round > 0) [ours, bent, bare, sharps].forEach((times, index) => times.push(took[index]!));
  }
  return {
    ours: median(ours),
    bent: median(bent),
    bentBytes: bentMockup.bytes,
    bare: median(bare),
    sharps: median(sharps),
    storedBytes: mockup.bytes,
  };
}

/** All files that it becomes, as the studio takes them. */
async function composed(compose: Case['compose'], mockup: CachedMockup<Mockup | Cloth>, plan: ArtworkPlan) {
  const input = { drawings: [{ artwork: drawn, plan }], colour: null };
  if (compose === 'composePreview')
    return thread.run(compose, { ...input, mockup: mockup as CachedMockup<PreviewMockup> });
  const encoding = await thread.run(compose, { ...input, mockup });
  const taken = Array.from({ length: encoding.count }, (_, at) => thread.run('encodedFile', { encoding, at }));
  return Promise.all(taken).finally(() => thread.forget(encoding));
}

/** Another scale each time, as somebody who drags a corner would ask for. */
function planOf(round: number, output: Size, isBent = false): ArtworkPlan {
  const scale = 0.19 - round * 0.001;
  const placement = { x: 610, y: 640 + round, scale: (scale * ARTWORK.width) / WORKING.width, rotation: 0 };
  const inkArea = withBleed(PRINT_AREA);
  return planArtwork({ artwork: WORKING, placement, inkArea, sourceImage: TEMPLATE, output, isBent })!;
}

async function bareCalls(
  { colour, alpha }: ArtworkRaster,
  plan: ArtworkPlan,
  finished: Raster,
  encode: Case['encode'],
) {
  const planes = [colour, ...(alpha ? [alpha] : [])];
  await Promise.all(planes.map((plane) => scaled(plane, plan).raw().toBuffer()));
  return encode(finished);
}

async function composedBySharp(plan: ArtworkPlan, [base, , shadow, highlight]: Raster[], encode: Case['encode']) {
  const overlaid = await toRaster(scaled(artwork, plan));
  const overlay = ({ pixels, width, height, channels }: Raster) => ({
    input: Buffer.from(pixels.buffer),
    raw: { width, height, channels },
  });
  const image = fromRaster(base!).composite([
    { ...overlay(overlaid), left: plan.region.x, top: plan.region.y },
    { ...overlay(shadow!), blend: 'multiply' },
    { ...overlay(highlight!), blend: 'screen' },
  ]);
  return encode(await toRaster(image));
}

/** All of it in one call, from the image as it is. */
function scaled(plane: Raster, { crop, halvings, scaled: { width, height } }: ArtworkPlan) {
  const times = 2 ** halvings;
  const opened = plane.channels === 1 ? fromRaster(plane).toColourspace('b-w') : fromRaster(plane);
  return opened
    .extract({ left: crop.x * times, top: crop.y * times, width: crop.width * times, height: crop.height * times })
    .resize(width, height, { fit: 'fill' });
}

/** Waves and a little grain, which is what makes photographs hard to compress. */
async function photo({ width, height, alpha, level }: Size & { alpha: boolean; level: number }): Promise<Raster> {
  const channels = alpha ? 4 : 3;
  const pixels = Buffer.alloc(width * height * channels);
  let grain = 1;
  for (let at = 0, pixel = 0; at < pixels.length; at += channels, pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    grain = (grain * 48_271) % 2_147_483_647;
    const light = level + 14 * Math.sin(x / 90 + y / 170) + (grain % 5) - 2;
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = Math.min(255, Math.max(0, light + channel * 6));
    if (alpha) pixels[at + 3] = Math.hypot(x - width / 2, y - height / 2) < height / 2 ? 255 : 0;
  }
  return { width, height, channels, pixels };
}

async function pngOf(raster: Raster): Promise<Uint8Array> {
  return new Uint8Array(await fromRaster(raster).png({ compressionLevel: 1 }).toBuffer());
}

type Taken = { wallMs: number; processorMs: number };

/** Processor time of all threads tells the same also on a busy machine. */
async function timed(run: () => Promise<unknown>): Promise<Taken> {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - begun, processorMs: (user + system) / 1_000 };
}

function median(taken: Taken[]): Taken {
  const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;
  return {
    wallMs: middle(taken.map(({ wallMs }) => wallMs)),
    processorMs: middle(taken.map(({ processorMs }) => processorMs)),
  };
}

function print(
  name: string,
  { ours, bent, bare, sharps, storedBytes, bentBytes }: Awaited<ReturnType<typeof measured>>,
): void {
  const line = (what: string, { wallMs, processorMs }: Taken) =>
    `  ${what.padEnd(18)} ${wallMs.toFixed(0).padStart(5)} ms (${(ours.wallMs / wallMs).toFixed(2)}), ` +
    `processor ${processorMs.toFixed(0).padStart(5)} ms (${(ours.processorMs / processorMs).toFixed(2)})\n`;
  process.stdout.write(
    `${name}: medians of ${REPETITIONS}, in brackets ours over it; the template takes ${mebibytes(storedBytes)} MiB, bent ${mebibytes(bentBytes)} MiB\n` +
      line('ours', ours) +
      line('bent', bent) +
      line('bare sharp calls', bare) +
      line('composed by sharp', sharps),
  );
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
