import { ThreadEnded } from './thread-ended.ts';

/** A decoded image that stays where it was decoded; others know it by its number. */
export type Kept<T> = { keptAs: number; bytes: number; of?: T };

/** The decoded images of one thread. */
export class ImageShelf {
  readonly #images = new Map<number, unknown>();

  keep<T extends object>(keptAs: number, image: T): Kept<T> {
    this.#images.set(keptAs, image);
    return { keptAs, bytes: bytesWithin(image) };
  }

  find<T>({ keptAs }: Kept<T>): T {
    const image = this.#images.get(keptAs);
    if (!image) throw new ThreadEnded('The thread that had decoded this image has ended');
    return image as T;
  }

  forget(keptAs: number): void {
    this.#images.delete(keptAs);
  }
}

/** All bytes in a value, at any depth. */
export function bytesWithin(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesWithin(part), 0);
}
