type Wake = () => void;

/** Whether the relay that publishes the events of a database runs in this process, which can wake it without PostgreSQL then. */
export class LocalRelay {
  #wake: Wake | null = null;

  get isHere(): boolean {
    return this.#wake !== null;
  }

  /** The relay runs here until this is disposed. */
  runs(wake: Wake): Disposable {
    this.#wake = wake;
    return {
      [Symbol.dispose]: () => {
        if (this.#wake === wake) this.#wake = null;
      },
    };
  }

  /** Does nothing where another replica has the relay. */
  wake(): void {
    this.#wake?.();
  }
}
