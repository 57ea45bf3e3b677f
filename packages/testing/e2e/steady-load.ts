import { setTimeout as pause } from 'node:timers/promises';

export type Outcome = { status: number; settled: boolean };

/** A write or read that is repeated; `turn` counts from 1. */
export type Act = (turn: number) => Promise<Response>;

/** Between two requests of one client; limits the load, so that a test sees the fault and not a busy machine. */
const PAUSE_MS = 100;
/** A connection that was rejected or cut: no response at all. */
const NO_RESPONSE = 0;

/** Clients that act one after the other until they are stopped. */
export class SteadyLoad implements AsyncDisposable {
  readonly outcomes: Outcome[] = [];
  readonly #stop = new AbortController();
  readonly #clients: Promise<void>[];

  constructor(acts: readonly Act[]) {
    this.#clients = acts.map((act) => this.#run(act));
  }

  /** What came back since a mark, as `load.outcomes.length` gave it. */
  since(mark: number): Outcome[] {
    return this.outcomes.slice(mark);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#clients);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #run(act: Act): Promise<void> {
    for (let turn = 1; !this.#stop.signal.aborted; turn += 1) {
      const outcome = await act(turn).then(
        async (response) => {
          await response.arrayBuffer();
          return { status: response.status, settled: response.headers.get('estampa-settled') === null };
        },
        () => ({ status: NO_RESPONSE, settled: false }),
      );
      this.outcomes.push(outcome);
      await pause(PAUSE_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }
}

export const statusesOf = (outcomes: readonly Outcome[]): number[] =>
  [...new Set(outcomes.map(({ status }) => status))].toSorted((one, other) => one - other);
