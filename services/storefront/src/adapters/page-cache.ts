/** A ready JSON body and its strong entity tag. */
export type Page = { json: Buffer; etag: string };

/** Even an unchanged page is read again after this long. */
const KEEP_MS = 1_000;
const CACHE_MAX_BYTES = 16 * 1024 * 1024;
/** What a page costs beside its bytes and its key: its place in the map, its promise, its tag. */
const ENTRY_BYTES = 500;
const CHARACTER_BYTES = 2;

type Entry = { page: Promise<Page>; expiresAt: number; bytes: number };

/**
 * Pages in memory for visitors. A settled write must show in every replica, and a replica does not know what the others
 * apply; so no page is given before the change mark, bumped in each transaction that changes what pages show, was looked
 * at after the request came. Requests that come together share one look, so this costs far less than a query each.
 */
export class PageCache {
  readonly #look: () => Promise<string>;
  readonly #entries = new Map<string, Entry>();
  #mark = '';
  #bytes = 0;
  #running: Promise<string> | null = null;
  #next: Promise<string> | null = null;

  constructor(look: () => Promise<string>) {
    this.#look = look;
  }

  /** The page as it is now: built once for all who ask at the same time. */
  async read(key: string, build: () => Promise<Page>): Promise<Page> {
    const mark = await this.#currentMark();
    if (mark !== this.#mark) this.#clear();
    this.#mark = mark;

    const known = this.#entries.get(key);
    if (known && known.expiresAt > performance.now()) return known.page;
    if (known) this.#drop(key, known);
    return this.#add(key, build());
  }

  /** A look that is under way may have begun before the latest write, so who comes during one waits for the next. */
  #currentMark(): Promise<string> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<string> {
    this.#next = null;
    const running = this.#look().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #add(key: string, page: Promise<Page>): Promise<Page> {
    const entry: Entry = { page, expiresAt: performance.now() + KEEP_MS, bytes: 0 };
    this.#entries.set(key, entry);
    try {
      const { json } = await page;
      if (this.#entries.get(key) === entry)
        this.#count(entry, json.byteLength + key.length * CHARACTER_BYTES + ENTRY_BYTES);
    } catch {
      this.#drop(key, entry);
    }
    return page;
  }

  #count(entry: Entry, bytes: number): void {
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [key, oldest] of this.#entries) {
      if (this.#bytes <= CACHE_MAX_BYTES) break;
      this.#drop(key, oldest);
    }
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
