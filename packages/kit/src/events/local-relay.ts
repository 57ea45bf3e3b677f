import type { Lane } from './relay-lanes.ts';

type Wake = () => void;

const ONLY: Lane = { index: 0, of: 1 };

/** Whether the relay that publishes the events of a database runs in this process, with all its lanes, which can wake it without PostgreSQL then. */
export class LocalRelay {
  readonly #wakes = new Map<number, Wake>();
  #lanes = ONLY.of;

  get isHere(): boolean {
    return this.#wakes.size === this.#lanes;
  }

  /** A lane of the relay runs here until this is disposed. */
  runs(wake: Wake, { index, of }: Lane = ONLY): Disposable {
    this.#lanes = of;
    this.#wakes.set(index, wake);
    return {
      [Symbol.dispose]: () => {
        if (this.#wakes.get(index) === wake) this.#wakes.delete(index);
      },
    };
  }

  /** Does nothing where another replica has the relay. */
  wake(): void {
    for (const wake of this.#wakes.values()) wake();
  }
}
