import { availableParallelism } from 'node:os';
import type { Size } from '../domain/geometry.ts';
import { emptyRaster, type Raster } from './raster.ts';

/** As many images as are composed at once. */
const SPARE_MAX = availableParallelism();

/** A raster whose pixels are whatever was there before; it goes back when it is disposed of. */
export type Canvas = Disposable & { raster: Raster };

/** Canvases that images are composed on, one after the other: the system clears all memory that it gives anew, page by page. */
export class Canvases {
  readonly #spare: Uint8Array[] = [];

  take(size: Size, channels: Raster['channels']): Canvas {
    const fitting = this.#spare.findIndex(({ length }) => length === size.width * size.height * channels);
    const [pixels] = fitting < 0 ? [emptyRaster(size, channels).pixels] : this.#spare.splice(fitting, 1);
    const { width, height } = size;
    const raster = { width, height, channels, pixels: pixels! };
    return { raster, [Symbol.dispose]: () => this.#cache(raster.pixels) };
  }

  /** The one that was not used for longest gives way. */
  #cache(pixels: Uint8Array): void {
    this.#spare.unshift(pixels);
    this.#spare.splice(SPARE_MAX);
  }
}
