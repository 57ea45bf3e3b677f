import { nameOf, type PageKey } from './page-key.ts';
import { type Queued, S3Fifo } from './s3-fifo.ts';

/** Some 1,500 pages of a product: those that are requested most often. */
export const OPEN_TEXTS_MAX_BYTES = 32 * 1024 * 1024;

/** The text of a page that is stored compressed. */
export type OpenText = Queued & { page: { close(): void }; text: Buffer };

/** Texts of the pages that clients without gzip and people with a token request most often, so that they are not decompressed each time. */
export class OpenTexts {
  readonly #queue = new S3Fifo<OpenText>(OPEN_TEXTS_MAX_BYTES, ({ page }) => page.close());

  get bytes(): number {
    return this.#queue.bytes;
  }

  /** Null when there is no room for it among those that are in use; then it is not counted, and nobody may keep it. */
  open(page: { readonly key: PageKey; close(): void }, text: Buffer): OpenText | null {
    const open = { name: nameOf(page.key), bytes: text.byteLength, uses: 0, isMain: false, page, text };
    return this.#queue.add(open) ? open : null;
  }

  use(open: OpenText): Buffer {
    this.#queue.use(open);
    return open.text;
  }

  close(open: OpenText): void {
    this.#queue.delete(open);
  }
}
