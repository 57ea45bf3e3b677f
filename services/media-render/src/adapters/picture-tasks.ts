import type { ArtworkPlan } from '../domain/composition-plan.ts';
import type { Rectangle, Size } from '../domain/geometry.ts';
import { drawArtwork } from './artwork-drawing.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import { compose, type Mockup, prepareMockup } from './compositor.ts';
import { encode, type Encoding } from './encoding.ts';
import { decodeLayers, type LayerFiles } from './layer-decoding.ts';
import { artworkPictures, decodeWorking } from './picture-reader.ts';

/** An artwork, and how it is to be laid on the product. */
export type Drawing = { artwork: ArtworkRaster; plan: ArtworkPlan };

/** All work on pixels; it runs in threads of its own (`picture-worker.ts`). */
export const TASKS = {
  artworkPictures,

  decodeArtwork: decodeWorking,

  async decodeTemplate({ files, output, window }: { files: LayerFiles; output: Size; window: Rectangle }) {
    return prepareMockup(await decodeLayers(files, output), window);
  },

  async composePicture({ mockup, drawing, encoding }: { mockup: Mockup; drawing: Drawing | null; encoding: Encoding }) {
    const artwork = drawing && (await drawArtwork(drawing.artwork, drawing.plan));
    return encode(compose(mockup, artwork), encoding);
  },
};

export type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
export type TaskInput<T extends TaskName> = Parameters<Tasks[T]>[0];
export type TaskOutput<T extends TaskName> = Awaited<ReturnType<Tasks[T]>>;
