import { isDeepStrictEqual } from 'node:util';
import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import { type OrderChanged, SoldOrder } from '@estampa/contracts/orders/v1/events';
import type { Topic } from '@estampa/kernel/topics';
import type { Orm } from '@estampa/kit/postgres/connect';
import type { LockedOrder } from '@estampa/orders-payments/db/order-parts';
import { orders as orderRepository } from '@estampa/orders-payments/db/order-repository';
import { wrongAlways, wrongAtRest, wrongStep } from '@estampa/orders-payments/domain/money-model-invariants';
import { newWorld, type World as MoneyWorld } from '@estampa/orders-payments/domain/money-model-world';
import type { PaymentStatus } from '@estampa/orders-payments/domain/order';
import { isUnderWay } from '@estampa/orders-payments/domain/refund';
import { WENT_BACK } from '../postgres/monotonic.ts';
import { labelsBoughtTwice, wrongsOfShipments } from './invariants-fulfillment.ts';
import { wrongsOfCoupons } from './coupons.ts';
import { wrongsOfInvoices } from './invariants-invoices.ts';
import { wrongsOfClearing, wrongsOfEntries, wrongsOfLedger, wrongsOfPayouts } from './invariants-payouts.ts';
import type { Databases } from './services.ts';
import type { World } from './world.ts';

/** Connections beside the simulation, which see what it has committed. */
export type Observers = Record<keyof Databases, Orm>;

type Published = { paymentStatus: PaymentStatus; version: number; order: NonNullable<OrderChanged['order']> };

/** What is wrong, and whether time can mend it. */
export type Wrongs = { wrongs: string[]; isFinal: boolean; isRefunding: boolean };

/** What is wrong when everything has come to rest: the money model, the ledger, the provider's charges, events, and requests. */
export async function wrongsAtRest(world: World, observers: Observers, hasInvoices: boolean): Promise<Wrongs> {
  const orders = await lockedOrders(observers.orders);
  const ofOrders = wrongsOfOrders(world, orders);
  const ledger = await wrongsOfLedger(observers.payouts);
  const back = (await Promise.all(Object.values(observers).map(wentBack))).flat();
  const twice = labelsBoughtTwice(world.labels);
  const coupons = await wrongsOfCoupons(observers.orders);
  const never = [...ofOrders.never, ...ledger.never, ...back, ...twice, ...coupons];
  const final = [...world.failures, ...never, ...world.records.wrongs()];
  const wrongs = [
    ...final,
    ...ofOrders.now,
    ...ledger.now,
    ...(hasInvoices ? wrongsOfInvoices(world.book, orders) : []),
    ...wrongVersions(world, ALL_KEYS),
    ...(await wrongsOfPayouts(observers.payouts, orders)),
    ...(await wrongsOfClearing(observers.payouts, orders)),
    ...(await wrongsOfEntries(observers.payouts)),
    ...(await wrongsOfItems(world, 'payouts', observers.payouts, SOLD_ITEMS)),
    ...(await wrongsOfItems(world, 'orders-payments', observers.orders, ORDER_ITEMS)),
    ...(await leftBehind('orders-payments', observers.orders)),
    ...(await leftBehind('payouts', observers.payouts)),
    ...(world.hasFulfillment ? await wrongsOfFulfillment(world, observers.fulfillment, orders) : []),
  ];
  const isRefunding = orders.some(({ refunds }) => refunds.some(isUnderWay));
  return { wrongs, isFinal: final.length > 0, isRefunding };
}

/** What must never be, and what may be for a while. */
export function wrongsOfOrders(world: World, orders: readonly LockedOrder[]): { never: string[]; now: string[] } {
  const published = publishedOrders(world);
  const publishedOf = ({ order }: LockedOrder) => published.get(order.id) ?? [];
  return {
    never: orders.flatMap((locked) => wrongsOfHistory(world, locked, publishedOf(locked))),
    now: [
      ...orders.flatMap((locked) => wrongsOfState(world, locked, publishedOf(locked).at(-1))),
      ...chargesOfNobody(world, orders),
    ],
  };
}

async function wrongsOfFulfillment(world: World, orm: Orm, orders: readonly LockedOrder[]): Promise<string[]> {
  return [
    ...(await wrongsOfItems(world, 'fulfillment', orm, ITEMS)),
    ...(await wrongsOfShipments(world.labels, orm, orders)),
    ...(await leftBehind('fulfillment', orm)),
  ];
}

export async function lockedOrders(orm: Orm): Promise<LockedOrder[]> {
  return orm.em.fork().transactional(async (tx) => {
    const rows = await tx.execute<{ id: string }[]>('select id from customer_order order by id');
    const found: LockedOrder[] = [];
    for (const { id } of rows) found.push((await orderRepository.lock(tx, id))!);
    return found;
  });
}

const moneyOf = ({ book }: World, { order, payments, refunds }: LockedOrder): MoneyWorld => ({
  ...newWorld(),
  ledger: { order, payments, refunds },
  charges: book.charges.filter(({ reference }) => reference.startsWith(order.id)),
});

const named = ({ order }: LockedOrder, found: readonly (string | null)[]): string[] =>
  found.flatMap((one) => (one === null ? [] : `order ${order.id}: ${one}`));

/** What must never be. */
function wrongsOfHistory(world: World, locked: LockedOrder, published: readonly Published[]): string[] {
  const money = moneyOf(world, locked);
  const steps = published.slice(1).map((one, place) => wrongStep(published[place]!.paymentStatus, one.paymentStatus));
  return named(locked, [wrongAlways(money), twiceGivenBack(money), ...steps]);
}

/** What may be for a while. */
const wrongsOfState = (world: World, locked: LockedOrder, last: Published | undefined): string[] =>
  named(locked, [wrongAtRest(moneyOf(world, locked)), notPublished(locked, last)]);

/** What was requested for once is given back once. */
function twiceGivenBack({ charges, ledger }: MoneyWorld): string | null {
  const twice = ledger.refunds.find(({ id }) => {
    const taken = charges.flatMap(({ returns }) => returns).filter((one) => one.refundId === id);
    return taken.filter(({ state }) => state !== 'cancelled').length > 1;
  });
  return twice ? `a refund of ${twice.amountCents} was given back twice` : null;
}

/** Each version once, in their order. */
function publishedOrders({ broker }: World): ReadonlyMap<string, Published[]> {
  const all = new Map<string, Map<number, Published>>();
  for (const { value } of broker.recordsOf('orders.v1')) {
    const { order, version = 0 } = JSON.parse(value!.toString()) as Partial<OrderChanged>;
    const { id, paymentStatus } = order!;
    const known = all.get(id) ?? new Map<number, Published>();
    known.set(version, { order: order!, version, paymentStatus: paymentStatus as PaymentStatus });
    all.set(id, known);
  }
  return new Map([...all].map(([id, known]) => [id, [...known.values()].toSorted((a, b) => a.version - b.version)]));
}

const TOPICS: readonly Topic[] = ['orders.v1', 'payouts.v1', 'fulfillment.v1', 'catalog.v1', 'media.v1'];
const ALL_KEYS = /^/;

/** Each change of what has such a key, as an order, a payout, an item or a shipment, has the next version, and is published. */
export function wrongVersions({ broker }: World, keys: RegExp): string[] {
  const records = TOPICS.flatMap((topic) => broker.recordsOf(topic));
  const byKey = Map.groupBy(records, ({ key }) => key!.toString());
  return [...byKey].flatMap(([key, all]) => {
    if (!keys.test(key)) return [];
    const versions = new Set(
      all.map(({ value }) => (JSON.parse(value!.toString()) as { version?: number }).version ?? 0),
    );
    const span = Math.max(...versions) - Math.min(...versions) + 1;
    // Of a shipment each failed attempt has a version, and only a new reason an event.
    const missing = key.startsWith('shipment:') ? 0 : span - versions.size;
    const events = new Set(all.map(({ headers }) => headers['event-id']));
    return [
      ...(missing > 0 ? [`${missing} events of ${key} were not published`] : []),
      ...(events.size > versions.size ? [`${events.size} events of ${key} have ${versions.size} versions`] : []),
    ];
  });
}

function notPublished({ order, lockedState: stored }: LockedOrder, last: Published | undefined): string | null {
  if (!last) return order.paidAt ? 'it was paid and nobody was reported' : null;
  const { items, ...published } = SoldOrder.fromJSON(last.order);
  const shown: Record<string, unknown> = {
    ...published,
    version: last.version,
    paidAt: published.paidAt ?? null,
    itemRefundedCents: items.map(({ refundedCents }) => refundedCents),
  };
  const differing = Object.entries({ ...stored, version: order.version }).filter(
    ([name, value]) => !isDeepStrictEqual(value, shown[name]),
  );
  if (differing.length === 0) return null;
  const each = differing.map(([name, value]) => `${name} is ${String(value)} and ${String(shown[name])} was published`);
  return each.join(', ');
}

/** A charge that no payment knows and that can be paid, or was. */
function chargesOfNobody({ book }: World, orders: readonly LockedOrder[]): string[] {
  const known = new Set(orders.flatMap(({ payments }) => payments.map((one) => one.providerPaymentId)));
  return book.charges
    .filter(({ id, removed }) => !known.has(id) && !removed)
    .map(({ id }) => `${id} is nobody's charge`);
}

const ITEMS = 'select id, fulfillment_status as status from item';
const SOLD_ITEMS = 'select order_item_id as id, item_status as status from sold_item';
const ORDER_ITEMS = 'select id, fulfillment_status as status from order_item';

/** What a service knows of how far an item is, compared with what was reported last. */
async function wrongsOfItems({ broker }: World, service: string, orm: Orm, sql: string): Promise<string[]> {
  const reported = new Map<string, { version: number; status: string }>();
  for (const { value } of broker.recordsOf('fulfillment.v1')) {
    const { item, version = 0 } = JSON.parse(value!.toString()) as Partial<ItemChanged>;
    if (item && version > (reported.get(item.id)?.version ?? -1))
      reported.set(item.id, { version, status: item.fulfillmentStatus });
  }
  const rows = await orm.em.fork().execute<{ id: string; status: string }[]>(sql);
  return rows.flatMap(({ id, status }) => {
    const last = reported.get(id)?.status;
    return last === undefined || last === status ? [] : `${service}: item ${id} is ${status}, and ${last} was reported`;
  });
}

export async function wentBack(orm: Orm): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ what: string }[]>(WENT_BACK);
  return rows.map(({ what }) => `went back: ${what}`);
}

const LEFT = `
  select 'events are not sent' as what, count(*)::int as count from outbox where sent_at is null
  union all select coalesce('dead letters, such as ' || min(key || ': ' || reason), ''), count(*)::int from dead_letter
  union all select 'claims of keys have not ended', count(*)::int from idempotency_key
    where outcome is null and claimed_until > created_at + interval '1 hour'`;

export async function leftBehind(service: string, orm: Orm): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ what: string; count: number }[]>(LEFT);
  return rows.flatMap(({ what, count }) => (count > 0 ? `${service}: ${count} ${what}` : []));
}
