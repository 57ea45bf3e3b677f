import type { ArtworkPlan } from '../domain/composition-plan.ts';
import type { Size } from '../domain/geometry.ts';
import { inspectInk, solidInk } from '../domain/ink-inspection.ts';
import type { SurfaceScene } from '../domain/surface-layout.ts';
import { drawTestPattern } from '../domain/test-pattern.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import type { Canvases } from './canvases.ts';
import type { HexColor } from '../domain/colouring.ts';
import { type Cloth, inColour, preparedProduct } from './cloth.ts';
import { composeAsDrawn, type Mockup } from './compositor.ts';
import type { Drawings } from './drawings.ts';
import { bytesOf, encodedFiles } from './encoding.ts';
import { drawFindings, type FindingsScene } from './findings-drawing.ts';
import { decodeLayers, decodeMasks, type LayerFiles } from './layer-decoding.ts';
import { type Packed, readPacked, writePacked } from './mockup-file.ts';
import {
  artworkImages,
  checkImage,
  coveringImage,
  decodeProof,
  decodeWorking,
  galleryImage,
  type Proof,
} from './image-reader.ts';
import type { Cached, ImageShelf } from './image-shelf.ts';
import { tryPressProfile } from './press-inks.ts';
import { preparePreview, type PreviewMockup, previewPng } from './preview-png.ts';
import { printImage } from './print-image.ts';
import { fromRaster } from './raster.ts';
import { decodePrint } from './surface-decoding.ts';
import { drawPlanned } from './surface-drawing.ts';

/** An artwork, and how it is to be laid on the product. */
export type Drawing = { artwork: Cached<ArtworkRaster[]>; plan: ArtworkPlan };

/** With a scene for each surface, that of the template's own print area first; the masks are those of further ones. */
type Template = {
  files: LayerFiles;
  scenes: readonly [SurfaceScene, ...SurfaceScene[]];
  masks?: readonly (Uint8Array | null)[];
  isOneByOne?: boolean;
};
/** What a product that can be coloured is shown in; null where there is none. */
type InColour = { colour: HexColor | null };
/** A template in this thread, and for each surface the size of the flat image that artworks are planned for; null when none is seen. */
export type CachedMockup<M extends Mockup | Cloth> = Cached<M> & { canvases: (Size | null)[] };
/** The same in a file. */
export type MockupFile = Packed & Pick<CachedMockup<Mockup>, 'canvases'>;
type Composition<M extends Mockup | Cloth> = { mockup: CachedMockup<M>; drawings: (Drawing | null)[] };

/** An image that is being encoded, and how many files it becomes. */
export type Encoding = Cached<Promise<Uint8Array>[]> & { count: number };

/** What a thread has at hand. */
export type Workplace = { shelf: ImageShelf; canvases: Canvases; drawings: Drawings };

/** All work on pixels; it runs in a thread of its own (`image-worker.ts`). What a task decodes is cached under `id`. */
export const tasks = ({ shelf, canvases, drawings: shared }: Workplace, id: number) => ({
  artworkImages,

  coveringImage,

  checkImage,

  galleryImage,

  printImage,

  testPattern: async (size: Size) =>
    bytesOf(fromRaster({ ...size, channels: 3, pixels: drawTestPattern(size) }).png({ compressionLevel: 1 })),

  decodeArtwork: async (file: Uint8Array) => shelf.cache(id, await decodeWorking(file)),

  decodeProof: async (proof: Proof) => shelf.cache(id, await decodeProof(proof)),

  tryPressProfile,

  inspectInk(artwork: Cached<ArtworkRaster[]>) {
    const [largest] = shelf.find(artwork);
    return largest!.alpha ? inspectInk(largest!.alpha) : solidInk(largest!);
  },

  drawFindings: async ({ artwork, scene }: { artwork: Cached<ArtworkRaster[]>; scene: FindingsScene }) =>
    bytesOf(fromRaster(await drawFindings(shelf.find(artwork), scene)).png()),

  async decodeTemplate(template: Template): Promise<CachedMockup<Mockup | Cloth>> {
    const { product, canvases: planned } = await productOf(template);
    return { ...shelf.cache(id, product), canvases: planned };
  },

  async decodeForPreviews({ colour, ...template }: Template & InColour): Promise<CachedMockup<PreviewMockup>> {
    const { product, canvases: planned } = await productOf(template);
    return { ...shelf.cache(id, await preparePreview(inColour(product, colour))), canvases: planned };
  },

  writeMockup: ({ mockup, fd }: { mockup: CachedMockup<Mockup | Cloth>; fd: number }): MockupFile => ({
    ...writePacked(fd, shelf.find(mockup)),
    canvases: mockup.canvases,
  }),

  readMockup: ({ fd, canvases: planned, ...packed }: MockupFile & { fd: number }): CachedMockup<Mockup | Cloth> => ({
    ...shelf.cache(id, readPacked(fd, packed) as Mockup | Cloth),
    canvases: planned,
  }),

  async composeRender({ mockup, drawings, colour }: Composition<Mockup | Cloth> & InColour): Promise<Encoding> {
    // Found at once: it may be forgotten here while the artwork is drawn.
    const product = inColour(shelf.find(mockup), colour);
    const artworks = drawn({ shelf, shared }, product, drawings);
    using inUse = new DisposableStack();
    const { raster } = inUse.use(canvases.take(product.blank, product.blank.channels));
    const files = encodedFiles(await composeAsDrawn(product, artworks, raster));
    const stillInUse = inUse.move();
    void Promise.allSettled(files).then(() => stillInUse.dispose());
    return { ...shelf.cache(id, files), count: files.length };
  },

  /** One of the files, as soon as it is there; each is taken once, as its bytes are given away. */
  encodedFile: ({ encoding, at }: { encoding: Encoding; at: number }) => shelf.find(encoding)[at]!,

  async composePreview({ mockup, drawings }: Composition<PreviewMockup>) {
    const product = shelf.find(mockup);
    return [await previewPng(product, await Promise.all(drawn({ shelf, shared }, product, drawings)))];
  },
});

/** Each on its surface; all are begun at once. */
const drawn = (
  { shelf, shared }: { shelf: ImageShelf; shared: Drawings },
  { print, others }: Mockup,
  drawings: readonly (Drawing | null)[],
) =>
  drawings.map((drawing, at) => {
    const { surface } = at === 0 ? print : others[at - 1]!.print;
    if (!drawing) return Promise.resolve(null);
    const { artwork, plan } = drawing;
    return drawPlanned(surface, shelf.find(artwork), plan, shared.of(artwork));
  });

async function productOf({ files, scenes: [scene, ...further], masks: maskFiles = [], isOneByOne }: Template) {
  const decoding = decodeLayers(files, scene.output, isOneByOne);
  if (isOneByOne) await decoding;
  const decodingMasks = decodeMasks(maskFiles, scene.output, isOneByOne);
  if (isOneByOne) await decodingMasks;
  const [layers, masks, print, ...others] = await Promise.all([
    decoding,
    decodingMasks,
    decodePrint(scene, files),
    ...further.map((one) => decodePrint(one, files)),
  ]);
  const { colourMask } = files;
  const product = await preparedProduct(layers, [print, ...others], { masks, colourMask });
  return { product, canvases: [print, ...others].map(({ canvas }) => canvas) };
}

export type Tasks = ReturnType<typeof tasks>;
export type TaskName = keyof Tasks;
export type TaskInput<T extends TaskName> = Parameters<Tasks[T]>[0];
export type TaskOutput<T extends TaskName> = Awaited<ReturnType<Tasks[T]>>;
