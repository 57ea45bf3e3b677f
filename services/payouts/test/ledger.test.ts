import { randomUUID } from 'node:crypto';
import type { Topic } from '@estampa/kernel/topics';
import { applyInPipeline, type Applying } from '@estampa/kit/events/apply-events';
import { serviceCaller } from '@estampa/kit/rpc/call';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type Orm } from '@estampa/kit/postgres/connect';
import { createLog } from '@estampa/kit/telemetry/log';
import type { NewEvent } from '@estampa/testing/topic-probe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumers } from '../src/consumers/consumers.ts';
import type { Context } from '../src/context.ts';
import { BY_HAND } from '../src/dependencies.ts';
import { entities } from '../src/db/entities.ts';
import { migrations } from '../src/db/migrations.ts';
import { AMOUNT_CENTS, type AnOrder, anOrder, itemIs, orderIs, TOTAL_CENTS } from './events.ts';
import { describeBorneFees } from './borne-fees.ts';
import { describeLedgerCheck } from './ledger-check.ts';
import { describeTransfers } from './ledger-transfers.ts';
import { describePayoutSteps, interleavings } from './payout-steps.ts';
import { describeRefunds, lockWaiters } from './refunds.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let orm: Orm;
beforeAll(async () => {
  stage = await openStage();
  orm = await connectDb(withoutTls(stage.service.database.options.connectionString!), entities, migrations);
});
afterAll(async () => {
  await orm?.close();
  await stage?.service.stop();
});

const topicOf = ({ key }: NewEvent): Topic => (key.startsWith('order:') ? 'orders.v1' : 'fulfillment.v1');

/** Applies events, those of one topic as if they came in one fetch. */
async function apply(...events: NewEvent[]): Promise<void> {
  for (const [topic, some] of Map.groupBy(events, topicOf)) await applyOf(topic, some);
}

/** As a replica does. */
function applyOf(topic: Topic, events: readonly NewEvent[]): Promise<unknown> {
  const log = createLog('payouts', 'silent');
  const base = { log, caller: serviceCaller('payouts'), now: () => new Date(), wake: () => {} };
  const applying = {
    service: 'payouts',
    orm,
    log,
    wake: () => {},
    context: (em, call): Context => ({ ...BY_HAND, ...base, em, reads: em, call }),
  } as Pick<Applying<Context>, 'service' | 'orm' | 'log' | 'wake' | 'context'> as Applying<Context>;
  const received = events.map(({ type, key, value }) => {
    const id = randomUUID();
    const payload = JSON.stringify(value);
    return { id, topic, key, type, payload, requestId: id, traceparent: null, occurredAt: new Date() };
  });
  return applyInPipeline(
    applying,
    consumers.find((one) => one.topic === topic)!,
    received,
  );
}

/** What an order's entries come to, by status. */
async function sumsOf({ id }: AnOrder): Promise<Record<string, number>> {
  const { rows } = await stage.service.database.query(
    `select status, sum(amount_cents)::int as cents from payout_item where order_id = $1 and not (status = 'reversed' and paid_at is null)
     group by status having sum(amount_cents) <> 0 order by status`,
    [id],
  );
  return Object.fromEntries(rows.map(({ status, cents }) => [status, cents]));
}

describe('events of two topics', () => {
  const refunded = (order: AnOrder, cents: number, version: number) =>
    orderIs(order, 'approved', version, { refundedCents: cents });
  const quarter = TOTAL_CENTS / 4;
  const half = TOTAL_CENTS / 2;

  it.each([
    [
      'a dispute that is won, and partial refunds',
      (order: AnOrder) => [
        orderIs(order, 'approved', 1),
        orderIs(order, 'approved', 2, { isDisputed: true }),
        refunded(order, quarter, 3),
        refunded(order, half, 4),
      ],
      (order: AnOrder) => [itemIs(order, 'shipped', 1), itemIs(order, 'delivered', 2)],
      { releasable: AMOUNT_CENTS / 2 },
    ],
    [
      'a dispute that goes on',
      (order: AnOrder) => [
        orderIs(order, 'approved', 1),
        orderIs(order, 'approved', 2, { isDisputed: true, refundedCents: quarter }),
      ],
      (order: AnOrder) => [itemIs(order, 'shipped', 1), itemIs(order, 'delivered', 2)],
      { held: (AMOUNT_CENTS * 3) / 4 },
    ],
    [
      'a partial refund before a full one',
      (order: AnOrder) => [
        orderIs(order, 'approved', 1),
        refunded(order, quarter, 2),
        orderIs(order, 'refunded', 3, { refundedCents: TOTAL_CENTS }),
      ],
      (order: AnOrder) => [itemIs(order, 'delivered', 1), itemIs(order, 'returned', 2), itemIs(order, 'delivered', 3)],
      {},
    ],
    [
      'a return that is corrected',
      (order: AnOrder) => [orderIs(order, 'approved', 1), refunded(order, quarter, 2)],
      (order: AnOrder) => [itemIs(order, 'delivered', 1), itemIs(order, 'returned', 2), itemIs(order, 'delivered', 3)],
      { releasable: (AMOUNT_CENTS * 3) / 4 },
    ],
    [
      'a return',
      (order: AnOrder) => [orderIs(order, 'approved', 1), refunded(order, quarter, 2)],
      (order: AnOrder) => [itemIs(order, 'delivered', 1), itemIs(order, 'returned', 2)],
      {},
    ],
  ])('come to the same whatever comes first: %s', async (_case, ofOrders, ofFulfillment, expected) => {
    const ways = interleavings(
      ofOrders(anOrder()).map((_event, at) => ({ of: ofOrders, at })),
      ofFulfillment(anOrder()).map((_event, at) => ({ of: ofFulfillment, at })),
    ).map((way) => ({ way, order: anOrder() }));

    // An order for each way, and all orders go on together.
    for (const place of ways[0]!.way.keys())
      await apply(...ways.map(({ way, order }) => way[place]!.of(order)[way[place]!.at]!));
    for (const { order } of ways) expect(await sumsOf(order)).toEqual(expected);
  });
});

describe('what goes back to the buyer', () => {
  describeRefunds(() => ({ stage, apply }));
});

describe('payouts between the events', () => {
  describePayoutSteps(() => ({ stage, orm, apply }));
});

describe('the provider’s fee', () => {
  describeBorneFees(() => ({ stage, orm, apply }));
});

describe('corrections', () => {
  it('share what went back among the items of an order, to the cent', async () => {
    const order = anOrder({ itemIds: [randomUUID(), randomUUID(), randomUUID()] });
    await apply(orderIs(order, 'approved', 1), orderIs(order, 'approved', 2, { refundedCents: 1 }));

    const { rows } = await stage.service.database.query(
      `select amount_cents::int as cents from payout_item where order_id = $1 and type = 'adjustment'`,
      [order.id],
    );

    // 3,000 cents are earned of 10,000, of which one went back: less than half a cent of it.
    expect(rows).toEqual([]);
    await apply(orderIs(order, 'approved', 3, { refundedCents: 5 }));
    const after = await stage.service.database.query(
      `select sum(amount_cents)::int as cents, count(*)::int from payout_item where order_id = $1 and type = 'adjustment'`,
      [order.id],
    );
    expect(after.rows).toEqual([{ cents: -2, count: 2 }]);
  });

  it('of a paid sale are due in the next batch, and what is given back too', async () => {
    const order = await stage.aReleasableOrder();
    const { sellerProfileId } = order;
    const { payout } = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    await stage.admin.markPayoutPaid({ id: payout!.id });

    await stage.emit(orderIs(order, 'approved', 3, { refundedCents: TOTAL_CENTS / 4 }));
    await stage.emit(itemIs(order, 'returned', 3));
    expect(await sumsOf(order)).toEqual({ releasable: -AMOUNT_CENTS, reversed: AMOUNT_CENTS });

    await stage.emit(itemIs(order, 'delivered', 4));
    expect(await sumsOf(order)).toEqual({ paid: AMOUNT_CENTS, releasable: -AMOUNT_CENTS / 4 });
    await stage.emit(orderIs(order, 'refunded', 4, { refundedCents: TOTAL_CENTS }));
    expect(await sumsOf(order)).toEqual({ paid: AMOUNT_CENTS, releasable: -AMOUNT_CENTS });
  });
});

describe('the database', () => {
  it('takes no item into a batch of another seller, and none that cannot be paid', async () => {
    const [order, other] = [await stage.aReleasableOrder(), await stage.aReleasableOrder()];
    const { payout } = await stage.admin.createPayout({ sellerProfileId: other.sellerProfileId, payoutItemIds: [] });
    const { database } = stage.service;

    const into = (id: string) =>
      database.query('update payout_item set payout_id = $1 where order_id = $2', [id, order.id]);
    await expect(into(payout!.id)).rejects.toThrow('payout_item_of_its_seller');
    const { payout: own } = await stage.admin.createPayout({
      sellerProfileId: order.sellerProfileId,
      payoutItemIds: [],
    });
    await expect(
      database.query(`update payout_item set status = 'held' where payout_id = $1`, [own!.id]),
    ).rejects.toThrow('payout_item_payable_in_batch');
  });
});

describe('two batches of events', () => {
  it('take what they share in one order', async () => {
    const [one, two, middle] = [anOrder(), anOrder(), anOrder()];
    await apply(...[one, two, middle].map((order) => orderIs(order, 'approved', 1)));
    const [low, high] = one.sellerProfileId < two.sellerProfileId ? [one, two] : [two, one];
    const client = await stage.service.database.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [middle.sellerProfileId]);

    const ofOrders = apply(...[high, middle, low].map((order) => orderIs(order, 'refunded', 2)));
    await lockWaiters(stage, 1);
    const ofFulfillment = apply(...[low, high].map((order) => itemIs(order, 'delivered', 1)));
    await Promise.race([ofFulfillment, lockWaiters(stage, 2)]);
    await client.query('commit');
    client.release();

    await Promise.all([ofOrders, ofFulfillment]);
    expect([await sumsOf(low), await sumsOf(high)]).toEqual([{}, {}]);
  });
});

describe('transfers of the ledger', () => {
  describeTransfers(() => ({ stage, orm, apply }));
});

describe('the check of the ledger', () => {
  describeLedgerCheck(() => ({ stage, orm }));
});
