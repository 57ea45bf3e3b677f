import { createHash } from 'node:crypto';

/** One hash of all that was released, in its order: equal for two runs that were the same. */
export class Digest {
  readonly #hash = createHash('sha256');
  readonly #trace: ((line: string) => void) | null;
  steps = 0;

  constructor(trace: ((line: string) => void) | null = null) {
    this.#trace = trace;
  }

  add(label: string, payload: string | Uint8Array = ''): void {
    this.steps += 1;
    this.#hash.update(`${label}\n`).update(payload).update('\n');
    if (this.#trace) {
      const shown = typeof payload === 'string' ? payload : createHash('sha256').update(payload).digest('hex');
      this.#trace(`${label} ${shown.slice(0, 200)}`);
    }
  }

  end(): string {
    return this.#hash.copy().digest('hex');
  }
}
