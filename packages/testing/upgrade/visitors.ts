import { inspect } from 'node:util';
import { checkOut, labelledOrder, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import type { Shop } from '../e2e/shop.ts';
import { eventually } from '../src/eventually.ts';

/** What happened to those who used the marketplace in one phase of the drill; `late` writes did not show at once at the other gateway. */
export type Phase = { name: string; rounds: number; orders: number; late: number; failures: string[] };

const SHOWN_WITHIN_MS = 5_000;

/** People who use the marketplace without a pause: what one does at a gateway, another reads at the next one. */
export class Visitors {
  readonly phases: Phase[] = [];
  readonly #shop: Shop;
  #gateways: readonly string[] = [];
  #visited = 0;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** From now on at these gateways, until enough is seen of it: so many rounds, and all that `run` does. */
  async phase<T>(name: string, gateways: readonly string[], rounds: number, run: () => Promise<T>): Promise<T> {
    this.#gateways = gateways;
    const phase: Phase = { name, rounds: 0, orders: 0, late: 0, failures: [] };
    this.phases.push(phase);
    const done = new AbortController();
    const visits = (async () => {
      while (!done.signal.aborted || phase.rounds < rounds) await this.#visit(phase);
    })();
    try {
      return await run();
    } finally {
      done.abort();
      await visits;
    }
  }

  get failures(): string[] {
    return this.phases.flatMap(({ failures }) => failures);
  }

  async #visit(phase: Phase): Promise<void> {
    const [here, there] = [this.#nextGateway(), this.#nextGateway()];
    try {
      await this.#editStore(phase, here, there);
      await this.#buy(here, there);
      phase.orders += 1;
    } catch (error) {
      phase.failures.push(`${phase.name}: ${inspect(error)}`);
    }
    phase.rounds += 1;
  }

  async #editStore(phase: Phase, here: string, there: string): Promise<void> {
    const bio = `Round ${phase.rounds} of ${phase.name}`;
    await this.#shop.seller.at(here).client.updateSellerProfile({ body: { bio } });
    const store = () => this.#shop.api.at(there).client.getStore({ store_slug: this.#shop.storeSlug });
    if ((await store()).bio === bio) return;
    phase.late += 1;
    await eventually(async () => (await store()).bio === bio, { deadlineMs: SHOWN_WITHIN_MS });
  }

  async #buy(here: string, there: string): Promise<void> {
    const placed = await checkOut(this.#shop.customer.at(here), [this.#shop.line]);
    await payOnHostedPage(placed.initPoint, 'pix');
    await paidOrder(this.#shop.customer.at(there), placed.id);
    await labelledOrder(this.#shop.customer.at(here), placed.id);
  }

  #nextGateway(): string {
    this.#visited += 1;
    return this.#gateways[this.#visited % this.#gateways.length]!;
  }
}
