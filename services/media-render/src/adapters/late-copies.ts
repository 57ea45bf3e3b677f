/** Each holds what it is a copy of in memory; what finds no place here is not copied this time. */
export const WAITING_MAX = 4;

type Waiting = { held: Disposable; write: () => Promise<void> };

/** Writes copies one after the other, of what nobody waits for any more; it is held until its copy is written. */
export class LateCopies {
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  add(held: Disposable, write: () => Promise<void>): void {
    if (this.#waiting.length === WAITING_MAX) return held[Symbol.dispose]();
    this.#waiting.push({ held, write });
    if (!this.#isWriting) void this.#writeAll();
  }

  /** What they would be copies of is gone. */
  clear(): void {
    for (const { held } of this.#waiting.splice(0)) held[Symbol.dispose]();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await next.write();
      } finally {
        next.held[Symbol.dispose]();
      }
    }
    this.#isWriting = false;
  }
}
