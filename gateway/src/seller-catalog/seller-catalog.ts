import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { CatalogEntryRevision } from '@estampa/contracts/catalog/v1/product_type';
import { DomainError } from '@estampa/kernel/errors';
import { currentCall, newCall, runInCall } from '@estampa/kit/rpc/call';
import { JSON_TYPE, takesGzip } from '../http/caching.ts';
import type { Clients } from '../clients/clients.ts';
import type { ImageUrl } from '../views/image-url.ts';
import { basisPointsToPercent } from '../routes/schemas.ts';
import { catalogEntryView } from '../views/catalog-entry.ts';

/** A type with thousands of variants is half a megabyte; few are in memory unfinished at once. */
const ENTRIES_AT_ONCE = 4;
const ENTRY_DEADLINE_MS = 10_000;
/** The catalog is long and alike: more effort saves a tenth of its bytes for twice the time. */
const GZIP_LEVEL = constants.Z_BEST_SPEED;
/** Sellers with whom other fees were agreed read bodies of their own. */
const BODIES_MAX = 8;

/** `json` ends before what depends on who reads it. */
type Entry = { revision: string; json: Buffer; digest: string; feeBasisPoints: number };
type Body = { digest: string; json: Buffer; gzipped: Buffer };
export type CatalogResponse = { bytes: Buffer; etag: string; encoding: 'gzip' | null; contentType: string };
type Catalog = Pick<Clients['productTypes'], 'listCatalogEntries' | 'getCatalogEntry'>;

/**
 * The seller catalog's bytes. Every request queries which revision each type is at; only a type that changed is fetched and
 * written again, and all of it compressed again, once for all who wait. Whoever has the same fees reads the same bytes.
 */
export class SellerCatalog {
  readonly #catalog: Catalog;
  readonly #imageUrl: ImageUrl;
  #entries = new Map<string, Entry>();
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** By revisions and fees; what was read last comes last. */
  readonly #bodies = new Map<string, Body>();

  constructor(catalog: Catalog, imageUrl: ImageUrl) {
    this.#catalog = catalog;
    this.#imageUrl = imageUrl;
  }

  /** As it is now, in an encoding that the reader takes. */
  async read(acceptEncoding: string | undefined): Promise<CatalogResponse> {
    const { entries } = await this.#catalog.listCatalogEntries({});
    const revisions = entries
      .map(({ productTypeId, revision, ownFeeBasisPoints = '' }) => `${productTypeId} ${revision} ${ownFeeBasisPoints}`)
      .join();
    const { digest, json, gzipped } =
      this.#bodies.get(revisions) ?? (await this.#once(revisions, () => this.#make(entries)));
    this.#store(revisions, { digest, json, gzipped });
    return takesGzip(acceptEncoding)
      ? { bytes: gzipped, etag: `"${digest}-gzip"`, encoding: 'gzip', contentType: JSON_TYPE }
      : { bytes: json, etag: `"${digest}"`, encoding: null, contentType: JSON_TYPE };
  }

  /** Made for all who wait for the same, so it does not end with the first of them. */
  async #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(name) as Promise<T> | undefined;
    if (known) return known;
    const { requestId = 'seller-catalog', caller = null } = currentCall() ?? {};
    const made = runInCall(newCall({ requestId, caller }), make).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, made);
    return made;
  }

  #store(revisions: string, body: Body): void {
    this.#bodies.delete(revisions);
    this.#bodies.set(revisions, body);
    const [oldest] = this.#bodies.keys();
    if (this.#bodies.size > BODIES_MAX) this.#bodies.delete(oldest!);
  }

  async #make(listed: readonly CatalogEntryRevision[]): Promise<Body> {
    const entries: Entry[] = [];
    for (let from = 0; from < listed.length; from += ENTRIES_AT_ONCE) {
      const some = listed.slice(from, from + ENTRIES_AT_ONCE);
      const found = await Promise.all(some.map((one) => this.#entryOf(one)));
      entries.push(...found.flatMap((entry, place) => (entry ? withFee(entry, some[place]!) : [])));
    }
    const listedIds = new Set(listed.map(({ productTypeId }) => productTypeId));
    this.#entries = new Map([...this.#entries].filter(([id]) => listedIds.has(id)));
    const between = Buffer.from(',');
    const json = Buffer.concat([
      Buffer.from('{"productTypes":['),
      ...entries.flatMap((entry, index) => (index === 0 ? [entry.json] : [between, entry.json])),
      Buffer.from(']}'),
    ]);
    const gzipped = await promisify(gzip)(json, { level: GZIP_LEVEL });
    return { digest: digestOf(entries.map(({ digest }) => digest).join()), json, gzipped };
  }

  /** Null when the type was deactivated in the meantime. */
  #entryOf({ productTypeId: id, revision }: CatalogEntryRevision): Promise<Entry | null> {
    const known = this.#entries.get(id);
    if (known?.revision === revision) return Promise.resolve(known);
    return this.#once(`${id} ${revision}`, async () => {
      const found = await this.#catalog
        .getCatalogEntry({ productTypeId: id }, { deadlineMs: ENTRY_DEADLINE_MS })
        .catch(nullWhenGone);
      if (!found?.entry) return null;
      const json = Buffer.from(JSON.stringify(catalogEntryView(found.entry, this.#imageUrl)).slice(0, -1));
      const feeBasisPoints = found.entry.productType!.platformFeeBasisPoints;
      const entry = { revision: found.entry.revision, json, digest: digestOf(json), feeBasisPoints };
      this.#entries.set(id, entry);
      return entry;
    });
  }
}

/** The complete entry, with the fee that the reader has. */
function withFee(
  entry: Entry,
  { ownFeeBasisPoints: feeBasisPoints = entry.feeBasisPoints }: CatalogEntryRevision,
): Entry {
  const fee = `,"effectivePlatformFeePercent":${basisPointsToPercent(feeBasisPoints)}}`;
  return { ...entry, feeBasisPoints, json: Buffer.concat([entry.json, Buffer.from(fee)]), digest: entry.digest + fee };
}

function nullWhenGone(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'not_found') return null;
  throw error;
}

const digestOf = (of: Buffer | string): string => createHash('sha1').update(of).digest('base64url');
