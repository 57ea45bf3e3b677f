/** A decoded picture that stays where it was decoded; others know it by its number. */
export type Kept<T> = { keptAs: number; bytes: number; of?: T };

/** The decoded pictures of one thread. */
export class PictureShelf {
  readonly #pictures = new Map<number, unknown>();

  keep<T extends object>(keptAs: number, picture: T): Kept<T> {
    this.#pictures.set(keptAs, picture);
    return { keptAs, bytes: bytesWithin(picture) };
  }

  find<T>({ keptAs }: Kept<T>): T {
    const picture = this.#pictures.get(keptAs);
    if (!picture) throw new Error('The thread that had decoded this picture has ended');
    return picture as T;
  }

  forget(keptAs: number): void {
    this.#pictures.delete(keptAs);
  }
}

/** All bytes in a value, at any depth. */
export function bytesWithin(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesWithin(part), 0);
}
