import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Document, Opinion, Viewer } from '@estampa/contracts/storefront/v1/storefront';
import { JSON_TYPE } from '../http/caching.ts';
import { fillHoles } from './fill-holes.ts';
import { ownBytes } from './own-bytes.ts';
import { PackedJson } from './packed-json.ts';

/** From this length on a page is stored compressed, and sent so to clients that take gzip: below it is not worth the time. */
export const PACKED_FROM_BYTES = 32 * 1024;

/** From this length on visitors who take it get a page compressed; shorter ones fit into one packet as they are. */
export const ZIPPED_FROM_BYTES = 1_024;

const zip = promisify<Buffer, object, Buffer>(gzip);
/** Of lists of cards the default takes three times as long for a fiftieth less. */
const ZIPPED = { level: constants.Z_BEST_SPEED };

/** What two addresses must share to be one page: `group` is the route with its path parameters, `variant` the query. */
export type PageKey = { route: string; group: string; variant: string };

/** The bytes of a public page with what goes before them, made once. */
export class Page {
  readonly key: PageKey;
  readonly etag: string;
  readonly names: readonly string[];
  /** Short pages as they are, long ones packed. */
  readonly content: Buffer | PackedJson;
  /** Those of a short page, flat, as `writeHead` takes them. */
  readonly headers: readonly string[];
  /** A short page for visitors who take gzip, unless it is very short. */
  readonly zipped: Zipped | null;
  /** False once something on it may have changed. */
  isCached = false;
  readonly #holes: Document['holes'];
  readonly #productIds: string[];
  readonly #storeIds: string[];

  private constructor(
    key: PageKey,
    { json, etag, names, holes }: Document,
    { packed, zipped }: { packed: PackedJson | null; zipped: Buffer | null },
  ) {
    this.key = key;
    this.etag = etag;
    this.names = names;
    this.content = packed ?? ownBytes(json);
    this.headers = ['Content-Type', JSON_TYPE, 'Content-Length', String(json.byteLength), 'ETag', etag];
    this.zipped = zipped && zippedOf(zipped, etag);
    const skipped = json.byteLength - (packed?.tail ?? json).byteLength;
    this.#holes = holes.map((hole) => ({ ...hole, at: hole.at - skipped }));
    this.#productIds = [...new Set(holes.flatMap(({ productId }) => productId ?? []))];
    this.#storeIds = holes.flatMap(({ storeId }) => storeId ?? []);
  }

  static async of(key: PageKey, document: Document): Promise<Page> {
    const { json, holes } = document;
    const { byteLength } = json;
    const isLong = byteLength >= PACKED_FROM_BYTES;
    const packed = isLong ? await PackedJson.of(json, holes[0]?.at ?? byteLength) : null;
    const zipped = !isLong && byteLength >= ZIPPED_FROM_BYTES ? ownBytes(await zip(json, ZIPPED)) : null;
    return new Page(key, document, { packed, zipped });
  }

  /** What it takes in memory. */
  get byteLength(): number {
    return this.content.byteLength + (this.zipped?.body.byteLength ?? 0);
  }

  /** What must be known of a person to fill the holes. */
  viewedBy(userId: string): Viewer {
    return { userId, productIds: this.#productIds, storeIds: this.#storeIds };
  }

  /** As a viewer sees it: a short page, or the tail of a long one, before which there is nothing to fill. */
  filledWith(opinion: Opinion): Buffer {
    const text = this.content instanceof PackedJson ? this.content.tail : this.content;
    return fillHoles(text, this.#holes, opinion);
  }
}

type Zipped = { etag: string; body: Buffer; headers: readonly string[] };

function zippedOf(body: Buffer, plainTag: string): Zipped {
  const etag = gzipTag(plainTag);
  const length = String(body.byteLength);
  const headers = ['Content-Type', JSON_TYPE, 'Content-Encoding', 'gzip', 'Content-Length', length, 'ETag', etag];
  return { etag, body, headers };
}

/** The tag of the same page, compressed. */
export const gzipTag = (etag: string): string => etag.replace(/"$/, '-gzip"');
