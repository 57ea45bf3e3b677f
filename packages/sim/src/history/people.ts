import { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import { type Order, PlaceOrderRequest } from '@estampa/contracts/orders/v1/order';
import type { ListRefundsResponse } from '@estampa/contracts/orders/v1/payment';
import type { Payout } from '@estampa/contracts/payouts/v1/payouts';
import { DomainError } from '@estampa/kernel/errors';
import type { ServiceName } from '@estampa/kernel/topics';
import type { Caller, IdempotencyKey, Role } from '@estampa/kit/rpc/call';
import { type ProviderCharge, TOTAL } from '@estampa/orders-payments/domain/money-model-provider';
import type { Random } from '@estampa/stack/random';
import { uuidOf } from '../environment/virtual-clock.ts';
import type { ChargeBook } from '../provider/charge-book.ts';
import { SELLERS, SHIPPING_CENTS } from './peers.ts';
import { CallLost, type World } from './world.ts';

const TRIES_MAX = 4;
const AGAIN_AFTER_MS = 4_000;
const DOUBLED_SHARE = 0.25;
const NEXT_MOVE_MS = 6_000;
/** Of these orders the payment comes first: what follows it needs the most moves. */
const PAID_SOON_SHARE = 0.6;
/** How many states a workshop's report may advance an item at once, since it may report the last of several alone. */
const ADVANCES_MAX = 3;
const ITEM_STATUSES = ['in_production', 'shipped', 'delivered', 'returned'] as const;

export type Effect = { key: string; id: string };

/** Buyers, admins, artists' payouts and workshops: whatever comes into the system from people, drawn at random. */
export class People {
  readonly #world: World;
  readonly #random: Random;
  readonly #versions = new Map<string, number>();
  /** What requests were responded to with, by their keys. */
  readonly effects: Effect[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#random = world.random.fork();
  }

  /** One order from its checkout on. */
  async buy(moves: readonly Move[]): Promise<void> {
    const order = await this.#placeOrder();
    if (!order) return;
    if (this.#random.chance(PAID_SOON_SHARE)) this.#payAtProvider(order);
    const going: Promise<unknown>[] = [];
    for (const move of moves) {
      await this.#world.pause(this.#random.between(0, NEXT_MOVE_MS));
      const done = move(this, order);
      going.push(done);
      if (this.#random.chance(0.6)) await done;
    }
    await Promise.all(going);
  }

  async #placeOrder(): Promise<string | null> {
    const userId = this.#uuid();
    const message = PlaceOrderRequest.fromPartial({
      userId,
      shipping: ADDRESS,
      items: this.#random.chance(0.5) ? [this.#line(2)] : [this.#line(1), this.#line(1)],
      shippingCents: SHIPPING_CENTS,
    });
    const placed = await this.#request<{ order: Order }>('orders-payments', 'placeOrder', message, userId, [
      'customer',
    ]);
    return placed?.order.id ?? this.#orderOf(userId);
  }

  /** Its charge may have been rejected for now: the order is there all the same, as its buyer sees in the list. */
  async #orderOf(userId: string): Promise<string | null> {
    const message = { userId };
    const listed = await this.#request<{ orders: Order[] }>('orders-payments', 'listOrders', message, userId, [
      'customer',
    ]);
    return listed?.orders.find((one) => one.userId === userId)?.id ?? null;
  }

  #line(quantity: number) {
    return { sellerProductId: this.#uuid(), variantId: this.#uuid(), quantity, selectedOptions: { color: 'blue' } };
  }

  /** Requests for a new payment of an order. */
  pay = (orderId: string) => this.#asAdmin('orders-payments', 'payOrder', { orderId });

  refund(orderId: string) {
    const amountCents = this.#random.chance(0.3) ? undefined : 1 + this.#random.below(TOTAL);
    return this.#asAdmin('orders-payments', 'refundOrder', { orderId, amountCents, lines: [] });
  }

  /** Of an item, or of the shipping. */
  refundLine(orderId: string) {
    const item = this.#random.oneOf(this.#itemsOf(orderId));
    const amountCents = 1 + this.#random.below(SHIPPING_CENTS);
    const line = item && this.#random.chance(0.7) ? { type: 'item', orderItemId: item.id } : { type: 'shipping' };
    return this.#asAdmin('orders-payments', 'refundOrder', { orderId, lines: [{ ...line, amountCents }] });
  }

  /** Requests a refund of the order again. */
  async retry(orderId: string): Promise<void> {
    const page = { skip: 0, limit: 20 };
    const listed = await this.#asAdmin<ListRefundsResponse>('orders-payments', 'listRefunds', { orderId, page });
    const refund = this.#random.oneOf(listed?.refunds ?? []);
    if (refund) await this.#asAdmin('orders-payments', 'retryRefund', { orderId, refundId: refund.id });
  }

  cancel = (orderId: string) => this.#asAdmin('orders-payments', 'cancelOrder', { orderId });

  async payOut(): Promise<void> {
    const sellerProfileId = this.#random.oneOf(SELLERS)!;
    const created = await this.#asAdmin<{ payout: Payout }>('payouts', 'createPayout', {
      sellerProfileId,
      payoutItemIds: [],
    });
    if (!created) return;
    await this.#world.pause(this.#random.between(0, NEXT_MOVE_MS));
    const { id } = created.payout;
    if (this.#random.chance(0.6)) await this.#asAdmin('payouts', 'markPayoutPaid', { id });
    else await this.#asAdmin('payouts', 'markPayoutFailed', { id, reason: 'the bank rejected it' });
  }

  #chargeOf = (orderId: string): ProviderCharge | undefined =>
    this.#random.oneOf(this.#world.book.charges.filter(({ reference }) => reference.startsWith(orderId)));

  #payAtProvider(orderId: string): void {
    const charge = this.#chargeOf(orderId);
    if (charge) this.#world.book.pay(charge);
  }

  /** Something happens to a charge of the order at its provider. */
  async atProvider(orderId: string, act: (book: ChargeBook, charge: ProviderCharge) => void): Promise<void> {
    const charge = this.#chargeOf(orderId);
    if (charge) act(this.#world.book, charge);
  }

  /** The items of an order that has been published. */
  #itemsOf(orderId: string): { id: string }[] {
    const known = this.#world.broker.recordsOf('orders.v1');
    const last = known.findLast(({ key }) => key?.toString() === `order:${orderId}`);
    return last ? (JSON.parse(last.value!.toString()) as { order: { items: { id: string }[] } }).order.items : [];
  }

  /** The workshop says how far an item is; what it reported before may be reported again. */
  async moveItem(orderId: string): Promise<void> {
    const item = this.#random.oneOf(this.#itemsOf(orderId));
    if (item) this.#report(item.id, orderId, 1 + this.#random.below(ADVANCES_MAX));
  }

  async deliver(orderId: string): Promise<void> {
    for (const { id } of this.#itemsOf(orderId)) this.#report(id, orderId, ITEM_STATUSES.indexOf('delivered') + 1);
  }

  #report(id: string, orderId: string, advance: number): void {
    const { broker, scheduler } = this.#world;
    const version = (this.#versions.get(id) ?? 0) + 1;
    this.#versions.set(id, version);
    const fulfillmentStatus = ITEM_STATUSES[Math.min(version + advance - 2, ITEM_STATUSES.length - 1)]!;
    const changed = ItemChanged.fromPartial({ item: { id, orderId, fulfillmentStatus }, version });
    const record = {
      topic: 'fulfillment.v1',
      key: `item:${id}`,
      value: JSON.stringify(ItemChanged.toJSON(changed)),
      headers: {
        'event-id': this.#uuid(),
        'event-type': `item_${fulfillmentStatus}`,
        'occurred-at': new Date(scheduler.now).toISOString(),
        'request-id': 'workshop',
      },
    };
    broker.append(this.#random.chance(0.2) ? [record, record] : [record]);
  }

  #asAdmin = <R>(service: ServiceName, method: string, message: unknown) =>
    this.#request<R>(service, method, message, this.#uuid(), ['admin']);

  /**
   * Sends a request with a key, now and then twice at once, and again while nobody knows what came of it; null when it was rejected
   * or never responded to.
   */
  async #request<R>(
    service: ServiceName,
    method: string,
    message: unknown,
    userId: string,
    roles: Role[],
  ): Promise<R | null> {
    const caller: Caller = { userId, roles, sellerProfileId: null, sessionId: null };
    const idempotency: IdempotencyKey = { key: this.#uuid(), scope: `${userId} ${method}`, bodyDigest: 'digest' };
    const send = () => this.#world.call(service, { method, message, caller, idempotency });
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      if (this.#random.chance(DOUBLED_SHARE))
        void send().then(
          (response) => this.#note(idempotency, response),
          () => undefined,
        );
      try {
        const response = await send();
        this.#note(idempotency, response);
        return response as R;
      } catch (error) {
        const isOpen = error instanceof CallLost || (error instanceof DomainError && AGAIN.includes(error.kind));
        if (!isOpen) {
          if (!(error instanceof DomainError)) this.#world.failures.push(`${method}: ${String(error)}`);
          return null;
        }
      }
      await this.#world.pause(this.#random.between(0, AGAIN_AFTER_MS));
    }
    return null;
  }

  /** The same key always makes the same thing. */
  #note({ key }: IdempotencyKey, response: unknown): void {
    const made = response as { order?: { id: string }; payout?: { id: string }; refundId?: string };
    const id = made.refundId ?? made.order?.id ?? made.payout?.id;
    if (id) this.effects.push({ key, id });
  }

  #uuid(): string {
    const bytes = Buffer.alloc(16);
    this.#random.fill(bytes);
    return uuidOf(bytes, 4);
  }
}

/** Of these rejections another try is the cure. */
const AGAIN: readonly string[] = ['unavailable', 'busy', 'conflict'];

/** Something that people do with an order. */
export type Move = (people: People, orderId: string) => Promise<unknown>;

const ADDRESS = {
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};
