import { constants, gunzipSync, gzipSync } from 'node:zlib';
import type { Opinion, Viewer } from '@estampa/contracts/storefront/v1/page_changes';
import type { Document } from '@estampa/contracts/storefront/v1/storefront';
import { JSON_TYPE } from '../http/caching.ts';
import { Holes } from './holes.ts';
import type { OpenTexts, OpenText } from './open-texts.ts';
import { ownBytes } from './own-bytes.ts';
import { PackedJson } from './packed-json.ts';
import type { PageKey } from './page-key.ts';
import { numbersOf } from './reported-changes.ts';

/** From this length on a page is compressed in two parts, of which only the second differs from viewer to viewer. */
export const PACKED_FROM_BYTES = 32 * 1024;

/** From this length on a page is stored compressed, and sent so to clients that take gzip; shorter ones fit into one packet as they are. */
export const ZIPPED_FROM_BYTES = 1_024;

const SPARE_BYTES = 64;

/** At once: handing one to another thread and back takes four times as long as compressing it. Of lists of cards the default takes three times as long for a fiftieth less. */
const ZIPPED = { level: constants.Z_BEST_SPEED };

type Stored = { text: Buffer } | { packed: PackedJson } | { zipped: Zipped; json: Buffer };

/** The bytes of a public page with what goes before them, made once. */
export class Page {
  readonly key: PageKey;
  readonly etag: string;
  readonly names: readonly string[];
  readonly related: Uint32Array;
  /** A long page. */
  readonly packed: PackedJson | null;
  /** Neither a long page nor a very short one. */
  readonly zipped: Zipped | null;
  /** Those of a page that is not long, flat, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly #holes: Holes;
  /** Of a very short page. */
  readonly #text: Buffer | null;
  readonly #textBytes: number;
  readonly #texts: OpenTexts;
  /** What it was made of, until it is stored. */
  #made: Buffer | null;
  #open: OpenText | null = null;
  #isCached = false;

  private constructor(
    key: PageKey,
    { json, etag, names, relatedNames, holes }: Document,
    stored: Stored,
    texts: OpenTexts,
  ) {
    this.key = key;
    this.etag = etag;
    this.names = names;
    this.related = numbersOf(relatedNames);
    this.packed = 'packed' in stored ? stored.packed : null;
    this.zipped = 'zipped' in stored ? stored.zipped : null;
    this.#text = 'text' in stored ? stored.text : null;
    this.#textBytes = json.byteLength;
    this.#texts = texts;
    this.headers = ['Content-Type', JSON_TYPE, 'Content-Length', String(json.byteLength), 'ETag', etag];
    this.#holes = new Holes(holes, this.packed ? json.byteLength - this.packed.tail.byteLength : 0);
    this.#made = 'json' in stored ? stored.json : null;
  }

  static async of(key: PageKey, document: Document, texts: OpenTexts): Promise<Page> {
    const { json, etag, holes } = document;
    const { byteLength } = json;
    if (byteLength < ZIPPED_FROM_BYTES) return new Page(key, document, { text: ownBytes(json) }, texts);
    if (byteLength >= PACKED_FROM_BYTES) {
      const packed = await PackedJson.of(json, holes[0]?.at ?? byteLength);
      return new Page(key, document, { packed }, texts);
    }
    const zipped = zippedOf(ownBytes(gzipSync(json, ZIPPED)), etag);
    return new Page(key, document, { zipped, json: ownBytes(json) }, texts);
  }

  /** What it takes in memory, beside its text while that is open. */
  get byteLength(): number {
    return (this.packed ?? this.zipped?.body ?? this.#text!).byteLength;
  }

  /** Of a page that is not long, as visitors see it. */
  get text(): Buffer {
    if (this.#text) return this.#text;
    if (this.#made) return this.#made;
    if (this.#open) return this.#texts.use(this.#open);
    // In one block of just that size: when it is full, another is allocated.
    const text = gunzipSync(this.zipped!.body, { chunkSize: this.#textBytes + SPARE_BYTES });
    // One that is no longer stored is closed by nobody.
    if (this.#isCached) this.#open = this.#texts.open(this, text);
    return text;
  }

  /** False once something on it may have changed. */
  get isCached(): boolean {
    return this.#isCached;
  }

  /** It is stored from now on, with its text open. */
  enter(): void {
    this.#isCached = true;
    if (this.#made) this.#open = this.#texts.open(this, this.#made);
    this.#made = null;
  }

  /** It is no longer stored; whoever sends it still does. */
  leave(): void {
    this.#isCached = false;
    this.close();
  }

  /** From now on its text is made of what is compressed. */
  close(): void {
    if (this.#open) this.#texts.close(this.#open);
    this.#open = null;
  }

  /** What must be known of a person to fill the holes. */
  viewedBy(userId: string): Viewer {
    return this.#holes.viewedBy(userId);
  }

  /** As a viewer sees it: a page, or the tail of a long one, before which there is nothing to fill. */
  filledWith(state: Opinion): Buffer {
    return this.#holes.fill(this.packed?.tail ?? this.text, state);
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
