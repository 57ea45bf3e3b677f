import type { Opinion, Viewer } from '@estampa/contracts/storefront/v1/page_changes';
import type { Document } from '@estampa/contracts/storefront/v1/storefront';

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL_BYTES = 4;
const OF_STORE = '+';

/** The places of a page that its viewer fills, and whose they are: a page has dozens, so they are stored in little memory. */
export class Holes {
  readonly #at: Uint32Array;
  /** All ids in one text, those of stores with a sign. */
  readonly #ids: string;

  /** `skipped` bytes of the document are no part of the text that is filled. */
  constructor(holes: Document['holes'], skipped: number) {
    this.#at = Uint32Array.from(holes, ({ at }) => at - skipped);
    this.#ids = holes.map(({ productId, storeId }) => productId ?? OF_STORE + storeId!).join(' ');
  }

  /** What must be known of a person to fill them. */
  viewedBy(userId: string): Viewer {
    const ids = [...new Set(this.#split())];
    const [productIds, stores] = [ids.filter((id) => !isOfStore(id)), ids.filter(isOfStore)];
    return { userId, productIds, storeIds: stores.map((id) => id.slice(OF_STORE.length)) };
  }

  /** The text with what a viewer thinks in place of what it leaves to them. */
  fill(text: Buffer, { likedProductIds, followedStoreIds }: Opinion): Buffer {
    const yes = new Set([...likedProductIds, ...followedStoreIds.map((id) => OF_STORE + id)]);
    const parts: Buffer[] = [];
    let from = 0;
    for (const [index, id] of this.#split().entries()) {
      const at = this.#at[index]!;
      parts.push(text.subarray(from, at), yes.has(id) ? TRUE : FALSE);
      from = at + NULL_BYTES;
    }
    return Buffer.concat([...parts, text.subarray(from)]);
  }

  #split(): string[] {
    return this.#ids === '' ? [] : this.#ids.split(' ');
  }
}

const isOfStore = (id: string): boolean => id.startsWith(OF_STORE);
