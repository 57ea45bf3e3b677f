import type { Document, Opinion, Viewer } from '@estampa/contracts/storefront/v1/storefront';
import { JSON_TYPE } from '../caching.ts';

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL_BYTES = 4;

/** What two addresses must share to be one page: `group` is the route with its path parameters, `variant` the query. */
export type PageKey = { route: string; group: string; variant: string };

/** The bytes of a public page with what goes before them, made once. */
export class Page {
  readonly key: PageKey;
  readonly json: Buffer;
  readonly etag: string;
  /** Those of its own, flat, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly names: readonly string[];
  /** False once something on it may have changed. */
  isKept = false;
  readonly #holes: Document['holes'];
  readonly #productIds: string[];
  readonly #storeIds: string[];

  constructor(key: PageKey, { json, etag, names, holes }: Document) {
    this.key = key;
    this.json = json;
    this.etag = etag;
    this.names = names;
    this.headers = ['Content-Type', JSON_TYPE, 'Content-Length', String(json.byteLength), 'ETag', etag];
    this.#holes = holes;
    this.#productIds = [...new Set(holes.flatMap(({ productId }) => productId ?? []))];
    this.#storeIds = holes.flatMap(({ storeId }) => storeId ?? []);
  }

  /** What must be known of a person to fill the holes. */
  viewedBy(userId: string): Viewer {
    return { userId, productIds: this.#productIds, storeIds: this.#storeIds };
  }

  filledWith({ likedProductIds, followedStoreIds }: Opinion): Buffer {
    const yes = new Set([...likedProductIds, ...followedStoreIds]);
    const parts: Buffer[] = [];
    let from = 0;
    for (const { at, productId, storeId } of this.#holes) {
      parts.push(this.json.subarray(from, at), yes.has(productId ?? storeId!) ? TRUE : FALSE);
      from = at + NULL_BYTES;
    }
    return Buffer.concat([...parts, this.json.subarray(from)]);
  }
}
