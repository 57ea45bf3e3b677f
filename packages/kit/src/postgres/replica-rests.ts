/** After the replica was away, or hung: each attempt may cost its caller a second. */
export const AWAY_REST_MS = 5_000;
/** After it was behind: it is read in vain no more often than this. */
export const BEHIND_REST_MS = 20;

/** `conflict`: this read alone failed. `away`: so may the next. `unknown`: it was given up. */
export type Ending = 'reached' | 'behind' | 'conflict' | 'away' | 'unknown';
type Attempt = { end(ending: Ending): void };

/** When a replica is read: not for a while after that was in vain, and then by one call, before it is read by all again. */
export class ReplicaRests {
  readonly #now: () => number;
  #isTrusted = true;
  #isTried = false;
  #until = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Null while it rests. */
  begin(): Attempt | null {
    if (this.#isTrusted) return { end: (ending) => this.#judge(ending) };
    if (this.#isTried || this.#now() < this.#until) return null;
    this.#isTried = true;
    return {
      end: (ending) => {
        this.#isTried = false;
        this.#isTrusted = ending === 'reached' || ending === 'conflict';
        this.#judge(ending);
      },
    };
  }

  #judge(ending: Ending): void {
    if (ending !== 'behind' && ending !== 'away') return;
    this.#isTrusted = false;
    this.#until = this.#now() + (ending === 'away' ? AWAY_REST_MS : BEHIND_REST_MS);
  }
}
