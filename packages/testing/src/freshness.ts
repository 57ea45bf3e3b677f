/** What is read has a version that only grows; `floor` is the lowest that a response to a request may have. */
export type Request = { name: string; floor: number };

/**
 * Finds responses that are out of date. Who was told of a version, by the response to their write or by what they read, must not be
 * shown an older one by a request that they send after it, whichever replica takes it. A response that overlaps a write may show either.
 */
export class Freshness {
  readonly #known = new Map<string, number>();
  readonly #stale: string[] = [];
  #responses = 0;

  get responses(): number {
    return this.#responses;
  }

  get stale(): readonly string[] {
    return this.#stale;
  }

  /** A write of this version has its response. */
  wrote(name: string, version: number): void {
    this.#known.set(name, Math.max(version, this.#known.get(name) ?? 0));
  }

  /** Just before a request is sent. */
  request(name: string): Request {
    return { name, floor: this.#known.get(name) ?? 0 };
  }

  /** Just after its response has come. */
  received({ name, floor }: Request, version: number): void {
    this.#responses += 1;
    if (version < floor) this.#stale.push(`${name} was at ${floor} before a request that got ${version}`);
    this.wrote(name, version);
  }
}
