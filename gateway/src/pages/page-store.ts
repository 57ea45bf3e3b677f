import { nameOf, type PageKey } from './page-key.ts';
import type { Made, ReportedChanges } from './reported-changes.ts';
import { type Queued, S3Fifo } from './s3-fifo.ts';

/** Some 15,000 pages of a product and its related ones. */
export const STORE_MAX_BYTES = 96 * 1024 * 1024;
/** Pages of one list: orders, filters, searches, windows. */
export const VARIANTS_MAX = 200;
/** Spellings under which a page is found without reading the address. */
export const ADDRESSES_MAX = 4;
export const ADDRESS_MAX_CHARACTERS = 500;
/** What a page costs beside its bytes, names and keys: its places in the maps, its headers, its holes. */
const ENTRY_BYTES = 4_000;
const CHARACTER_BYTES = 2;
/** For each page that comes, so many are checked for whether they are too old. */
const CHECKED_AT_ONCE = 20;

/** What the store must know of a page. */
export type Storable = {
  readonly key: PageKey;
  /** What it shows; a page without names may show anything. */
  readonly names: readonly string[];
  /** Its related products, as numbers of their names; none where nothing is known of them. */
  readonly related: Uint32Array;
  /** What it takes in memory as long as it is stored. */
  readonly byteLength: number;
  readonly isCached: boolean;
  /** It is stored from now on. */
  enter(): void;
  /** It is no longer stored, and gives back what it takes beyond that. */
  leave(): void;
};

type Entry<P> = Queued & { page: P; made: Made; until: number; addresses: string[] };

/** Pages in memory, found by key and by address and dropped by what they show. */
export class PageStore<P extends Storable> {
  readonly #byKey = new Map<string, Entry<P>>();
  readonly #byAddress = new Map<string, Entry<P>>();
  readonly #byName = new Map<string, Set<Entry<P>>>();
  readonly #nameless = new Set<Entry<P>>();
  readonly #groups = new Map<string, Set<Entry<P>>>();
  /** In the order in which they came, which is nearly that in which they become too old. */
  readonly #byAge = new Set<Entry<P>>();
  readonly #queue = new S3Fifo<Entry<P>>(STORE_MAX_BYTES, (entry) => this.#forgetAll(entry));
  readonly #reported: ReportedChanges;

  constructor(reported: ReportedChanges) {
    this.#reported = reported;
  }

  get bytes(): number {
    return this.#queue.bytes;
  }

  get(key: PageKey): P | undefined {
    return this.#used(this.#byKey.get(nameOf(key)));
  }

  /** The page that was last given at an address spelt exactly so. */
  at(address: string): P | undefined {
    return this.#used(this.#byAddress.get(address));
  }

  cache(page: P, made: Made): void {
    this.#dropOld();
    const name = nameOf(page.key);
    const known = this.#byKey.get(name);
    if (known) this.#drop(known);
    const characters = name.length + page.names.reduce((sum, one) => sum + one.length, 0);
    const bytes = page.byteLength + page.related.byteLength + characters * CHARACTER_BYTES + ENTRY_BYTES;
    const until = this.#reported.until(page.related, made);
    const entry = { name, page, made, until, bytes, addresses: [], uses: 0, isMain: false };
    page.enter();
    this.#byKey.set(name, entry);
    this.#byAge.add(entry);
    for (const one of page.names) add(this.#byName, one, entry);
    if (page.names.length === 0) this.#nameless.add(entry);
    add(this.#groups, page.key.group, entry);
    const variants = this.#groups.get(page.key.group)!;
    if (variants.size > VARIANTS_MAX) this.#drop(first(variants));
    this.#queue.add(entry);
  }

  /** Finds the page again when an address is spelt like this. */
  remember(page: P, address: string): void {
    const entry = this.#byKey.get(nameOf(page.key));
    if (entry?.page !== page || address.length > ADDRESS_MAX_CHARACTERS || this.#byAddress.get(address) === entry)
      return;
    const others = this.#byAddress.get(address);
    if (others) this.#forget(others, address);
    if (entry.addresses.length === ADDRESSES_MAX) this.#forget(entry, entry.addresses[0]!);
    entry.addresses.push(address);
    this.#byAddress.set(address, entry);
    this.#queue.grow(entry, address.length * CHARACTER_BYTES);
  }

  /** Drops what shows any of it, and what may show anything. */
  drop(names: readonly string[]): void {
    if (names.length === 0) return;
    for (const entry of this.#nameless) this.#drop(entry);
    for (const name of names) for (const entry of this.#byName.get(name) ?? []) this.#drop(entry);
  }

  clear(): void {
    for (const { page } of this.#byKey.values()) page.leave();
    const all = [this.#byKey, this.#byAddress, this.#byName, this.#nameless, this.#groups, this.#byAge, this.#queue];
    for (const one of all) one.clear();
  }

  #used(entry: Entry<P> | undefined): P | undefined {
    if (!entry || this.#isTooOld(entry, performance.now())) return undefined;
    this.#queue.use(entry);
    return entry.page;
  }

  /** Drops it then, unless its related products are still what they were. */
  #isTooOld(entry: Entry<P>, now: number): boolean {
    if (entry.until > now) return false;
    entry.until = this.#reported.until(entry.page.related, entry.made);
    if (entry.until <= now) {
      this.#drop(entry);
      return true;
    }
    this.#byAge.delete(entry);
    this.#byAge.add(entry);
    return false;
  }

  /** Nobody may ever request them again. */
  #dropOld(): void {
    const now = performance.now();
    let left = CHECKED_AT_ONCE;
    for (const entry of this.#byAge) {
      if (entry.until > now || left === 0) return;
      left -= 1;
      this.#isTooOld(entry, now);
    }
  }

  #drop(entry: Entry<P>): void {
    this.#queue.delete(entry);
    this.#forgetAll(entry);
  }

  #forgetAll(entry: Entry<P>): void {
    const { page } = entry;
    page.leave();
    this.#byKey.delete(entry.name);
    this.#byAge.delete(entry);
    for (const address of entry.addresses) this.#byAddress.delete(address);
    for (const name of page.names) remove(this.#byName, name, entry);
    this.#nameless.delete(entry);
    remove(this.#groups, page.key.group, entry);
  }

  #forget(entry: Entry<P>, address: string): void {
    this.#byAddress.delete(address);
    entry.addresses = entry.addresses.filter((one) => one !== address);
    this.#queue.grow(entry, -address.length * CHARACTER_BYTES);
  }
}

const first = <T>(entries: Iterable<T>): T => entries[Symbol.iterator]().next().value as T;

function add<E>(sets: Map<string, Set<E>>, key: string, entry: E): void {
  const set = sets.get(key);
  if (set) set.add(entry);
  else sets.set(key, new Set([entry]));
}

function remove<E>(sets: Map<string, Set<E>>, key: string, entry: E): void {
  const set = sets.get(key);
  set?.delete(entry);
  if (set?.size === 0) sets.delete(key);
}
