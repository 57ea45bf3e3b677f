import { availableParallelism } from 'node:os';
import type { Placement } from '@estampa/stack/demo/studio';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { ObjectStoreAddress } from '@estampa/stack/infrastructure/object-store';
import type { Limit } from '../cases/case.ts';
import { bareStorage } from './bare-storage.ts';
import { ARTWORK_SIZE, artworkOf12Megapixels, TEMPLATE_SIZE, templateOf2000Pixels } from '../seed/images.ts';

type Image = 'preview' | 'render';

/** As large as each is made, and in what form. */
const LONG_SIDE_PX = { preview: 1_600, render: 2_000 };
/** The limit for stored artworks. */
const WORKING_SIDE_PX = 2_640;
/** Of a render the copies beside it, each scaled from the next larger one. */
const COPIES_PX = { preview: [], render: [800, 400] };
const ENCODED: Readonly<Record<Image, (image: Sharp) => Sharp>> = {
  preview: (image) => image.png({ compressionLevel: 2 }),
  render: (image) => image.webp({ quality: 90, effort: 2 }),
};
const COPY_ENCODED: readonly ((copy: Sharp) => Sharp)[] = [
  (copy) => copy.webp({ quality: 80, effort: 2 }),
  (copy) => copy.avif({ quality: 45, effort: 0, chromaSubsampling: '4:4:4' }),
];

type Options = {
  atOnce?: number;
  /** Where all that is encoded is put, each as soon as it is; nowhere when it is left out. */
  store?: ObjectStoreAddress;
};

/** What composing with sharp alone cannot do without: the artwork scaled to its place, and all of the finished image encoded, with its copies. */
export const bareSharp = (placement: Placement, image: Image, { atOnce = 1, store }: Options = {}): Limit => ({
  title: store ? 'bare sharp and storing' : 'bare sharp',
  by: 'median',
  async start() {
    // As many threads as the service lets it have.
    sharp.concurrency(availableParallelism());
    const side = LONG_SIDE_PX[image];
    const perPixel = side / TEMPLATE_SIZE.width;
    const working = await rawOf(
      sharp(await artworkOf12Megapixels())
        .resize(WORKING_SIDE_PX, WORKING_SIDE_PX, { fit: 'inside' })
        .ensureAlpha(),
    );
    const [colour, alpha] = await Promise.all([
      rawOf(opened(working).removeAlpha()),
      rawOf(opened(working).extractChannel('alpha')),
    ]);
    const times = placement.scale * perPixel;
    const [width, height] = [Math.round(ARTWORK_SIZE.width * times), Math.round(ARTWORK_SIZE.height * times)];
    const drawn = await rawOf(opened(working).resize(width, height, { fit: 'fill' }));
    const [left, top] = [Math.round(placement.x * perPixel), Math.round(placement.y * perPixel)];
    const finished = await finishedImage(side, { ...overlay(drawn), left, top });
    const storage = store && (await bareStorage(store));
    const compose = async () => {
      const put = async (encoded: Promise<Buffer>) => {
        const bytes = await encoded;
        await storage?.put(bytes);
      };
      await Promise.all(
        [colour, alpha].map((plane) => opened(plane).resize(width, height, { fit: 'fill' }).raw().toBuffer()),
      );
      await Promise.all([
        put(ENCODED[image](opened(finished)).toBuffer()),
        encodeCopies(finished, COPIES_PX[image], put),
      ]);
    };
    return {
      async act() {
        await Promise.all(Array.from({ length: atOnce }, compose));
      },
      close: async () => storage?.close(),
    };
  },
});

async function encodeCopies(
  finished: Raster,
  widthsPx: readonly number[],
  put: (encoded: Promise<Buffer>) => Promise<void>,
): Promise<void> {
  const stored: Promise<void>[] = [];
  let larger = finished;
  for (const width of widthsPx) {
    const copy = (larger = await rawOf(opened(larger).resize(width)));
    stored.push(...COPY_ENCODED.map((encode) => put(encode(opened(copy)).toBuffer())));
  }
  await Promise.all(stored);
}

/** With the artwork and all shading in it: a blank product would be encoded in a fifth less time. */
async function finishedImage(side: number, artwork: OverlayOptions): Promise<Raster> {
  const { base, shadow, highlight } = await templateOf2000Pixels();
  const layer = async (file: Buffer) => overlay(await rawOf(sharp(file).resize(side, side).ensureAlpha()));
  const layers = [
    artwork,
    { ...(await layer(shadow)), blend: 'multiply' as const },
    { ...(await layer(highlight)), blend: 'screen' as const },
  ];
  const composed = await rawOf(sharp(base).resize(side, side).ensureAlpha().composite(layers));
  return rawOf(opened(composed).removeAlpha());
}

const overlay = ({ data: input, info: { width, height, channels } }: Raster) => ({
  input,
  raw: { width, height, channels },
});

type Raster = Awaited<ReturnType<typeof rawOf>>;

const rawOf = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true });

const opened = ({ data, info: { width, height, channels } }: Raster): Sharp =>
  sharp(data, { raw: { width, height, channels } });
