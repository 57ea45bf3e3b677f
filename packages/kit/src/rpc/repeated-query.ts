import type { Exchange } from './exchange.ts';

/** Then the stream ends and another begins, so that replicas which came since get their share. */
export const EXCHANGE_LIFE_MS = 30_000;
/** After a stream that broke. */
export const REOPEN_MS = 1_000;

type Ways<Request, Response> = {
  open: () => Exchange<Request, Response>;
  call: (request: Request) => Promise<Response>;
};

/**
 * A query that one process sends hundreds of times a second. Over an open stream it costs each side a fraction of a call. A stream
 * ties it to one replica, though, so whenever that one is not quick, or not there, the query is a call of its own.
 */
export class RepeatedQuery<Request, Response> {
  readonly #ways: Ways<Request, Response>;
  #exchange: Exchange<Request, Response> | null = null;
  #openedAt = -Infinity;

  constructor(ways: Ways<Request, Response>) {
    this.#ways = ways;
  }

  async send(request: Request): Promise<Response> {
    const exchange = this.#current();
    // Behind a request without response another one would only wait.
    if (!exchange || exchange.waiting > 0) return this.#ways.call(request);
    try {
      return await exchange.send(request);
    } catch {
      return this.#ways.call(request);
    }
  }

  #current(): Exchange<Request, Response> | null {
    const ageMs = performance.now() - this.#openedAt;
    if (this.#exchange && !this.#exchange.isOver && ageMs < EXCHANGE_LIFE_MS) return this.#exchange;
    if (this.#exchange?.isOver && ageMs < REOPEN_MS) return null;
    if (this.#exchange && !this.#exchange.isOver) {
      // It comes to its end first.
      if (this.#exchange.waiting > 0) return this.#exchange;
      this.#exchange.end();
    }
    this.#exchange = this.#ways.open();
    this.#openedAt = performance.now();
    return this.#exchange;
  }
}
