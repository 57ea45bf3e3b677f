import { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import { type Order, PlaceOrderRequest } from '@estampa/contracts/orders/v1/order';
import type { ListRefundsResponse } from '@estampa/contracts/orders/v1/payment';
import type { Payout } from '@estampa/contracts/payouts/v1/payouts';
import type { ServiceName } from '@estampa/kernel/topics';
import type { EventReference } from '@estampa/kit/rpc/call';
import { type ProviderCharge, TOTAL } from '@estampa/orders-payments/domain/money-model-provider';
import type { Random } from '@estampa/stack/random';
import type { ChargeBook } from '../provider/charge-book.ts';
import { SELLERS, SHIPPING_CENTS } from './peers.ts';
import { Requests, uuidFrom } from './requests.ts';
import { readSettled } from './settled-reads.ts';
import type { World } from './world.ts';

const NEXT_MOVE_MS = 3_000;
/** Long enough for the provider and the workshop to learn of the last one. */
const FIRST_MOVE_MS = 1_000;
/** In a burst. */
const AT_ONCE_MS = 15;
/** Nothing happens for so long, as far as anybody sees. */
const QUIET_MS = { least: 20_000, most: 110_000 };
/** Of these orders the payment comes first: what follows it needs the most moves. */
const PAID_SOON_SHARE = 0.6;
/** How many states a workshop's report may advance an item at once, since it may report the last of several alone. */
const ADVANCES_MAX = 3;
const ITEM_STATUSES = ['in_production', 'shipped', 'delivered', 'returned'] as const;

/** Of the batches so many have not been paid when the history ends. */
const LEFT_PENDING_SHARE = 0.2;

/** Buyers, admins, artists' payouts and workshops: whatever comes into the system from people, drawn at random. */
export class People {
  readonly #world: World;
  readonly #random: Random;
  readonly #versions = new Map<string, number>();
  readonly #requests: Requests;

  constructor(world: World) {
    this.#world = world;
    this.#random = world.random.fork();
    this.#requests = new Requests(world, this.#random);
  }

  /** One order from its checkout on. */
  async buy({ first, others }: Plan, checkout: Checkout | null = null): Promise<void> {
    const order = await this.#placeOrder(checkout);
    if (!order) return;
    if (this.#random.chance(PAID_SOON_SHARE)) this.#payAtProvider(order);
    const { burstShare, quietShare } = this.#world.conditions.people;
    const going: Promise<unknown>[] = [];
    for (const move of first) {
      await this.#world.pause(this.#random.between(FIRST_MOVE_MS, NEXT_MOVE_MS));
      await move(this, order);
    }
    for (const move of others) {
      const isAtOnce = this.#random.chance(burstShare);
      if (!isAtOnce && this.#random.chance(quietShare)) this.#letTimePass();
      await this.#world.pause(this.#random.between(0, isAtOnce ? AT_ONCE_MS : NEXT_MOVE_MS));
      const done = move(this, order);
      going.push(done);
      if (!isAtOnce && this.#random.chance(0.6)) await done;
    }
    await Promise.all(going);
  }

  #letTimePass(): void {
    const { scheduler } = this.#world;
    const ms = this.#random.between(QUIET_MS.least, QUIET_MS.most);
    scheduler.schedule(0, null, 'time passes', () => scheduler.leap(ms));
  }

  /** What a coupon takes off is added to the shipping, so that all orders come to the same. */
  async #placeOrder(checkout: Checkout | null): Promise<string | null> {
    const userId = checkout?.userId ?? this.#uuid();
    const { code: couponCode, discountCents = 0, sellerProfileId = null } = checkout?.coupon ?? {};
    const items = this.#random.chance(0.5) ? [this.#line(2)] : [this.#line(1), this.#line(1)];
    const message = PlaceOrderRequest.fromPartial({
      userId,
      shipping: ADDRESS,
      items: sellerProfileId === null ? items : items.map((item) => ofSeller(item, sellerProfileId)),
      shippingCents: SHIPPING_CENTS + discountCents,
      couponCode,
    });
    const buyer = { userId, roles: ['customer' as const] };
    const placed = await this.#requests.send<{ order: Order }>('orders-payments', 'placeOrder', message, buyer);
    return placed?.order.id ?? this.#orderOf(userId);
  }

  /** Its charge may have been rejected for now: the order is there all the same, as its buyer sees in the list. */
  async #orderOf(userId: string): Promise<string | null> {
    const buyer = { userId, roles: ['customer' as const] };
    const listed = await this.#requests.send<{ orders: Order[] }>('orders-payments', 'listOrders', { userId }, buyer);
    return listed?.orders.find((one) => one.userId === userId)?.id ?? null;
  }

  #line(quantity: number) {
    return { sellerProductId: this.#uuid(), variantId: this.#uuid(), quantity, selectedOptions: { color: 'blue' } };
  }

  /** Requests for a new payment of an order. */
  pay = (orderId: string) => this.#asAdmin('orders-payments', 'payOrder', { orderId });

  refund(orderId: string, isFull = this.#random.chance(0.3)) {
    const amountCents = isFull ? undefined : 1 + this.#random.below(TOTAL);
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
    if (this.#random.chance(LEFT_PENDING_SHARE)) return;
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
    if (item) await this.#advance(item.id, orderId, 1 + this.#random.below(ADVANCES_MAX));
  }

  async deliver(orderId: string): Promise<void> {
    const going = this.#itemsOf(orderId).map(({ id }) =>
      this.#advance(id, orderId, ITEM_STATUSES.indexOf('delivered') + 1),
    );
    await Promise.all(going);
  }

  /** With fulfillment-shipping a parcel takes the items along, or an admin says how far each of them is. */
  async #advance(id: string, orderId: string, advance: number): Promise<void> {
    const { labels, hasFulfillment } = this.#world;
    if (!hasFulfillment) return this.#report(id, orderId, advance);
    const label = labels.ofOrder(orderId).find(({ wasBought }) => wasBought);
    if (label && this.#random.chance(0.5)) return label.postedAt ? labels.arrive(label) : labels.post(label);
    const { version, fulfillmentStatus } = this.#next(id, advance);
    const message = { itemId: id, fulfillmentStatus, trackingCode: `code ${version}`, setsTrackingCode: true };
    const caused: EventReference[] = [];
    await this.#requests.send('fulfillment-shipping', 'setItemFulfillment', message, {
      userId: this.#uuid(),
      roles: ['admin'],
      onEvents: (events) => void caused.push(...events),
    });
    if (caused.length > 0) await readSettled(this.#world, orderId, id, caused);
  }

  #next(id: string, advance: number) {
    const version = (this.#versions.get(id) ?? 0) + 1;
    this.#versions.set(id, version);
    return { version, fulfillmentStatus: ITEM_STATUSES[Math.min(version + advance - 2, ITEM_STATUSES.length - 1)]! };
  }

  #report(id: string, orderId: string, advance: number): void {
    const { broker, scheduler } = this.#world;
    const { version, fulfillmentStatus } = this.#next(id, advance);
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
    this.#requests.send<R>(service, method, message, { userId: this.#uuid(), roles: ['admin'] });

  #uuid = (): string => uuidFrom(this.#random);
}

const ofSeller = <I extends { sellerProductId: string }>(item: I, sellerProfileId: string): I => ({
  ...item,
  sellerProductId: item.sellerProductId.slice(0, -1) + SELLERS.indexOf(sellerProfileId),
});

/** `sellerProfileId`: who bears it; null: the platform. */
export type Coupon = { code: string; discountCents: number; sellerProfileId: string | null };
type Checkout = { userId: string; coupon: Coupon };

/** Something that people do with an order. */
export type Move = (people: People, orderId: string) => Promise<unknown>;

/** What is done with one order, in this order. */
export type Plan = {
  /** What the others need: done one after the other. */
  first: readonly Move[];
  others: readonly Move[];
};

export const ADDRESS = {
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};
