import { ThreadEnded } from './thread-ended.ts';

/** A decoded image that stays where it was decoded; others know it by its number. */
export type Cached<T> = { storedAs: number; bytes: number; of?: T };

/** The decoded images of one thread. */
export class ImageShelf {
  readonly #images = new Map<number, unknown>();

  cache<T extends object>(storedAs: number, image: T): Cached<T> {
    this.#images.set(storedAs, image);
    return { storedAs, bytes: bytesWithin(image) };
  }

  find<T>({ storedAs }: Cached<T>): T {
    const image = this.#images.get(storedAs);
    if (!image) throw new ThreadEnded('The thread that had decoded this image has ended');
    return image as T;
  }

  forget(storedAs: number): void {
    this.#images.delete(storedAs);
  }
}

/** All bytes in a value, at any depth. */
export function bytesWithin(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesWithin(part), 0);
}
