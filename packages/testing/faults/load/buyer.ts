import { setTimeout as pause } from 'node:timers/promises';
import type { CallOptions, Id, Order } from '@estampa/client';
import type { Api } from '@estampa/stack/demo/api';
import { checkOut, payOnHostedPage } from '@estampa/stack/demo/purchase';
import type { Random } from '@estampa/stack/random';
import type { InUse } from '../stage/in-use.ts';
import type { KnownOrder } from './journal.ts';
import { isOutage, untilAccepted } from './until-accepted.ts';

const POLL_EVERY_MS = 100;
const PART_CENTS = 880;
/** Of all orders that were paid; what is left of them is delivered in part, and otherwise stays as it is. */
const SHARES = {
  unpaid: 0.1,
  cancelledUnpaid: 0.1,
  refunded: 0.15,
  refundedInPart: 0.15,
  cancelled: 0.1,
  disputed: 0.15,
};
const DELIVERED = 0.5;
/** For some requests with the same key: each waits for the provider for a while. */
const REFUND_DEADLINE_MS = 6_000;

/** Everything about one order, from checkout to whatever becomes of it. Ends between two steps once it is aborted. */
export class Purchase {
  readonly #stage: InUse;
  readonly #buyer: Api;
  readonly #signal: AbortSignal;

  constructor(stage: InUse, buyer: Api, signal: AbortSignal) {
    this.#stage = stage;
    this.#buyer = buyer;
    this.#signal = signal;
  }

  /** One that comes to its label, or was aborted. */
  async untilLabelled(): Promise<Order> {
    const order = await this.#place();
    await this.#pay(order, 'pix');
    return this.#orderWhen(order.id, ({ shipment }) => shipment?.status === 'label_generated');
  }

  /** Whatever the seed decides. */
  async run(random: Random): Promise<void> {
    const [first, second, method] = [random.fork(), random.fork(), random.chance(0.5) ? 'pix' : 'card'] as const;
    const order = await this.#place();
    if (this.#signal.aborted || first.chance(SHARES.unpaid)) return;
    if (first.chance(SHARES.cancelledUnpaid)) return this.#cancel(order, 'cancelled');
    await this.#pay(order, method);
    await this.#orderWhen(order.id, ({ paymentStatus }) => paymentStatus === 'approved');
    if (this.#signal.aborted) return;
    await this.#afterwards(order, method, second);
  }

  async #afterwards(order: Order, method: 'pix' | 'card', random: Random): Promise<void> {
    if (random.chance(SHARES.refunded)) return this.#refund(order, null);
    if (random.chance(SHARES.refundedInPart)) return this.#refund(order, PART_CENTS);
    if (random.chance(SHARES.cancelled)) return this.#cancel(order, 'refunded');
    if (method === 'card' && random.chance(SHARES.disputed)) return this.#dispute(order, random.chance(0.5));
    if (random.chance(DELIVERED)) await this.#deliver(order);
  }

  async #place(): Promise<Order> {
    const order = await untilAccepted('a checkout', (options) =>
      checkOut(this.#buyer, [this.#stage.shop.line], options),
    );
    this.#stage.journal.orders.set(order.id, { paid: false, refundedCents: 0, ending: null });
    return order;
  }

  async #pay({ id, initPoint }: Order, method: 'pix' | 'card'): Promise<void> {
    await untilAccepted(`the payment of ${id}`, async (_options, tries) => {
      try {
        await payOnHostedPage(initPoint, method);
      } catch (error) {
        // It was paid by a try whose response was lost.
        if (tries === 1 || (await this.#stage.provider.paidIds(id)).length === 0) throw error;
      }
    });
    this.#known(id).paid = true;
  }

  async #cancel({ id: orderId }: Order, ending: 'cancelled' | 'refunded'): Promise<void> {
    const { client } = this.#stage.shop.admin;
    await this.#untilBegun(`the cancellation of ${orderId}`, orderId, (options) =>
      client.cancelOrder({ orderId }, options),
    );
    this.#known(orderId).ending = ending;
  }

  async #refund({ id: orderId, totalCents }: Order, amountCents: number | null): Promise<void> {
    const { client } = this.#stage.shop.admin;
    await this.#untilBegun(`the refund of ${orderId}`, orderId, (options) =>
      client.refundOrder({ orderId, body: { amountCents } }, options),
    );
    this.#known(orderId).refundedCents += amountCents ?? totalCents;
    if (amountCents === null) this.#known(orderId).ending = 'refunded';
  }

  /** A refund about which the provider did not respond is looked for during minutes, and then goes on by itself: it stands. */
  async #untilBegun(what: string, orderId: Id, request: (options: CallOptions) => Promise<unknown>): Promise<void> {
    const { client } = this.#stage.shop.admin;
    await untilAccepted(what, async (options) => {
      try {
        await request({ ...options, deadlineMs: REFUND_DEADLINE_MS });
      } catch (error) {
        if (!isOutage(error)) throw error;
        const order = await client.getOrder({ orderId });
        if (order.refundPendingCents === 0) throw error;
      }
    });
  }

  async #dispute({ id }: Order, isLost: boolean): Promise<void> {
    const { provider } = this.#stage;
    const [paymentId] = await provider.paidIds(id);
    await provider.dispute(paymentId!);
    await provider.endDispute(paymentId!, isLost ? 'lost' : 'won');
    if (isLost) this.#known(id).ending = 'refunded';
  }

  async #deliver({ id }: Order): Promise<void> {
    const { shipment } = await this.#orderWhen(id, (order) => order.shipment?.status === 'label_generated');
    if (this.#signal.aborted) return;
    await this.#stage.sandbox.call('POST', `/parcels/${shipment!.id}/advance`, { to: 'delivered' });
  }

  #known(orderId: string): KnownOrder {
    return this.#stage.journal.orders.get(orderId)!;
  }

  /** Reads the order until it is so, or until the purchase is aborted. */
  async #orderWhen(orderId: string, isSo: (order: Order) => boolean): Promise<Order> {
    for (;;) {
      const order = await untilAccepted(`order ${orderId}`, (options) =>
        this.#buyer.client.getOrder({ orderId }, options),
      );
      if (isSo(order) || this.#signal.aborted) return order;
      await pause(POLL_EVERY_MS, undefined, { signal: this.#signal }).catch(() => undefined);
    }
  }
}
