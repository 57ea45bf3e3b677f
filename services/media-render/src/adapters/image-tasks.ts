import type { ArtworkPlan } from '../domain/composition-plan.ts';
import type { Rectangle, Size } from '../domain/geometry.ts';
import { drawTestPattern } from '../domain/test-pattern.ts';
import { drawArtwork } from './artwork-drawing.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import type { Canvases } from './canvases.ts';
import { composeAsDrawn, type Mockup, prepareMockup } from './compositor.ts';
import { bytesOf, encodeImage } from './encoding.ts';
import { decodeLayers, type LayerFiles } from './layer-decoding.ts';
import { artworkImages, checkImage, coveringImage, decodeWorking, galleryImage } from './image-reader.ts';
import type { Cached, ImageShelf } from './image-shelf.ts';
import { preparePreview, type PreviewMockup, previewPng } from './preview-png.ts';
import { printImage } from './print-image.ts';
import { fromRaster } from './raster.ts';

/** An artwork, and how it is to be laid on the product. */
export type Drawing = { artwork: Cached<ArtworkRaster[]>; plan: ArtworkPlan };

type Template = { files: LayerFiles; output: Size; window: Rectangle; isOneByOne?: boolean };
type Composition<M extends Mockup> = { mockup: Cached<M>; drawing: Drawing | null };

/** What a thread has at hand. */
export type Workplace = { shelf: ImageShelf; canvases: Canvases };

/** All work on pixels; it runs in a thread of its own (`image-worker.ts`). What a task decodes is cached under `id`. */
export const tasks = ({ shelf, canvases }: Workplace, id: number) => ({
  artworkImages,

  coveringImage,

  checkImage,

  galleryImage,

  printImage,

  testPattern: async (size: Size) =>
    bytesOf(fromRaster({ ...size, channels: 3, pixels: drawTestPattern(size) }).png({ compressionLevel: 1 })),

  decodeArtwork: async (file: Uint8Array) => shelf.cache(id, await decodeWorking(file)),

  decodeTemplate: async ({ files, output, window, isOneByOne }: Template) =>
    shelf.cache(id, prepareMockup(await decodeLayers(files, output, isOneByOne), window)),

  decodeForPreviews: async ({ files, output, window, isOneByOne }: Template) =>
    shelf.cache(id, await preparePreview(prepareMockup(await decodeLayers(files, output, isOneByOne), window))),

  async composeRender({ mockup, drawing }: Composition<Mockup>) {
    // Found at once: it may be forgotten here while the artwork is drawn.
    const product = shelf.find(mockup);
    const artwork = drawing && drawArtwork(shelf.find(drawing.artwork), drawing.plan);
    using canvas = canvases.take(product.blank, product.blank.channels);
    return await encodeImage(await composeAsDrawn(product, artwork, canvas.raster));
  },

  async composePreview({ mockup, drawing }: Composition<PreviewMockup>) {
    const product = shelf.find(mockup);
    const artwork = drawing && (await drawArtwork(shelf.find(drawing.artwork), drawing.plan));
    return [await previewPng(product, artwork)];
  },
});

export type Tasks = ReturnType<typeof tasks>;
export type TaskName = keyof Tasks;
export type TaskInput<T extends TaskName> = Parameters<Tasks[T]>[0];
export type TaskOutput<T extends TaskName> = Awaited<ReturnType<Tasks[T]>>;
