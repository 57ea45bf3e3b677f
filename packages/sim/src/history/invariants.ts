import { isDeepStrictEqual } from 'node:util';
import { type OrderChanged, SoldOrder } from '@estampa/contracts/orders/v1/events';
import type { Orm } from '@estampa/kit/postgres/connect';
import { run } from '@estampa/kit/postgres/statement';
import type { LockedOrder } from '@estampa/orders-payments/db/order-parts';
import { orders as orderRepository } from '@estampa/orders-payments/db/order-repository';
import { wrongAlways, wrongAtRest, wrongStep } from '@estampa/orders-payments/domain/money-model-invariants';
import { newWorld, type World as MoneyWorld } from '@estampa/orders-payments/domain/money-model-world';
import type { PaymentStatus } from '@estampa/orders-payments/domain/order';
import { isUnderWay } from '@estampa/orders-payments/domain/refund';
import { checkLedger } from '@estampa/payouts/usecases/check-ledger';
import type { Effect } from './people.ts';
import type { World } from './world.ts';

/** Connections beside the simulation, which see what it has committed. */
export type Observers = { orders: Orm; payouts: Orm };

type Published = { paymentStatus: PaymentStatus; version: number; order: NonNullable<OrderChanged['order']> };

/** What is wrong, and whether time can mend it. */
export type Wrongs = { wrongs: string[]; isFinal: boolean; isRefunding: boolean };

/** What is wrong when everything has come to rest: the money model, the ledger, the provider's charges, events, and requests. */
export async function wrongsAtRest(world: World, observers: Observers, effects: readonly Effect[]): Promise<Wrongs> {
  const published = publishedOrders(world);
  const orders = await lockedOrders(observers.orders);
  const publishedOf = ({ order }: LockedOrder) => published.get(order.id) ?? [];
  const ledger = await wrongsOfLedger(observers.payouts);
  const never = orders.flatMap((locked) => wrongsOfHistory(world, locked, publishedOf(locked)));
  const final = [...world.failures, ...never, ...ledger, ...wrongEffects(effects)];
  const wrongs = [
    ...final,
    ...orders.flatMap((locked) => wrongsOfState(world, locked, publishedOf(locked).at(-1))),
    ...chargesOfNobody(world, orders),
    ...missingVersions(world),
    ...(await wrongsOfPayouts(observers.payouts, orders)),
    ...(await leftBehind('orders-payments', observers.orders)),
    ...(await leftBehind('payouts', observers.payouts)),
  ];
  const isRefunding = orders.some(({ refunds }) => refunds.some(isUnderWay));
  return { wrongs, isFinal: final.length > 0, isRefunding };
}

async function lockedOrders(orm: Orm): Promise<LockedOrder[]> {
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

/** Each change of an order, a payout or its item has the next version, and is published. */
function missingVersions({ broker }: World): string[] {
  const records = ['orders.v1', 'payouts.v1'].flatMap((topic) => broker.recordsOf(topic));
  const byKey = Map.groupBy(records, ({ key }) => key!.toString());
  return [...byKey].flatMap(([key, all]) => {
    const versions = new Set(
      all.map(({ value }) => (JSON.parse(value!.toString()) as { version?: number }).version ?? 0),
    );
    const missing = Math.max(...versions) - Math.min(...versions) + 1 - versions.size;
    return missing > 0 ? `${missing} events of ${key} were not published` : [];
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

async function wrongsOfLedger(orm: Orm): Promise<string[]> {
  const found: string[] = [];
  await orm.em.fork().transactional((tx) =>
    checkLedger(
      (query) => run(tx, query),
      ({ kind, of, expected, found: is }) => found.push(`payouts: ${kind} of ${of} is ${is} instead of ${expected}`),
    ),
  );
  return found;
}

async function wrongsOfPayouts(orm: Orm, orders: readonly LockedOrder[]): Promise<string[]> {
  return orm.em.fork().transactional(async (tx) => {
    const found: string[] = [];
    const sold = await tx.execute<{ id: string; state: string }[]>(
      `select distinct order_id as id, concat_ws(' ', payment_status, is_disputed, is_refund_under_way) as state
       from sold_item where sale is not null`,
    );
    for (const { order, lockedState } of orders) {
      const known = sold.flatMap(({ id, state }) => (id === order.id ? state : []));
      const { paymentStatus, isDisputed, isRefundUnderWay } = lockedState;
      const state = `${paymentStatus} ${isDisputed ? 't' : 'f'} ${isRefundUnderWay ? 't' : 'f'}`;
      if (known.length === 0 ? order.paidAt : known.some((one) => one !== state))
        found.push(`payouts: order ${order.id} is ${known.join(' and ') || 'unknown'}, not ${state}`);
    }
    return found;
  });
}

/** The same request, however often it was sent, made one thing. */
function wrongEffects(effects: readonly Effect[]): string[] {
  const made = Map.groupBy(effects, ({ key }) => key);
  return [...made].flatMap(([key, all]) => {
    const different = new Set(all.map(({ id }) => id));
    return different.size > 1 ? `the requests of key ${key} made ${different.size} things` : [];
  });
}

const LEFT = `
  select 'events are not sent' as what, count(*)::int as count from outbox where sent_at is null
  union all select 'dead letters', count(*)::int from dead_letter
  union all select 'claims of keys have not ended', count(*)::int from idempotency_key
    where outcome is null and claimed_until > created_at + interval '1 hour'`;

async function leftBehind(service: string, orm: Orm): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ what: string; count: number }[]>(LEFT);
  return rows.flatMap(({ what, count }) => (count > 0 ? `${service}: ${count} ${what}` : []));
}
