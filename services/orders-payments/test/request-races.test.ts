import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OrderServiceClient } from '@estampa/contracts/orders/v1/order';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import { HISTORIES, randomNumbers } from '@estampa/testing/random-numbers';
import { DomainError } from '@estampa/kernel/errors';
import { aCheckout, aKey, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { pausingDatabase } from './pausing-database.ts';
import { moneyIn } from './money-in.ts';
import { historiesIn } from './random-histories.ts';
import { responses } from './stand-ins.ts';

const BOOT_MS = 90_000;
const TOTAL = 17_480;
const admin = { userId: randomUUID(), roles: ['admin' as const], sellerProfileId: null, sessionId: null };

let world: CheckoutWorld;
let replica: TestMarketplace;
let money: ReturnType<typeof moneyIn>;
/** The proxy between the replica and its database. */
let way: Awaited<ReturnType<typeof pausingDatabase>>;
beforeAll(async () => {
  world = await startCheckoutWorld();
  money = moneyIn(world);
  way = await pausingDatabase(world.marketplace.surroundings.databaseUrls['orders-payments']!);
  replica = await startMarketplace({
    replicasOf: world.marketplace,
    only: ['orders-payments'],
    environment: {
      'orders-payments': {
        ...world.environment,
        ASAAS_BASE_URL: `${world.marketplace.sandboxUrl}/asaas/v3`,
        DATABASE_URL: way.url,
      },
    },
  });
}, BOOT_MS);
afterAll(async () => {
  await replica?.stop();
  await way?.stop();
  await world?.stop();
});

/** Sends the same request to both processes at once: both wait for the lock of the order until it is released. */
async function inBothProcesses<T>(
  orderId: string,
  request: (process: number, key: string) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const blocker = await world.service.database.connect();
  await blocker.query('begin');
  await blocker.query('select from customer_order where id = $1 for update', [orderId]);
  const settled = Promise.allSettled([request(0, orderId), request(1, orderId)]);
  await eventually(async () => expect(await money.waitingForLocks()).toBe(2));
  await blocker.query('commit');
  blocker.release();
  return settled;
}

const orders = (process: number, key: string | null = null) =>
  [world.service, replica.service('orders-payments')][process]!.client(OrderServiceClient, {
    caller: admin,
    idempotency: key === null ? null : aKey(key),
  });

const KEYED = { withIdempotencyKey: true };

it('two refunds in two processes never exceed what there is', async () => {
  const order = await money.aPaidOrder();

  const outcomes = await inBothProcesses(order.id, (process) =>
    orders(process).refundOrder({ orderId: order.id, amountCents: 10_000, lines: [] }),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { reason: 'refund_too_large' },
  });
  expect(await money.returnedOf(order)).toBe(10_000);
  expect(await money.refunds(order.id)).toEqual([{ reason: 'refund', cents: 10_000, status: 'done' }]);
});

it.each([
  ['refund', (process: number, orderId: string) => orders(process, orderId).refundOrder({ orderId, lines: [] }, KEYED)],
  ['cancellation', (process: number, orderId: string) => orders(process, orderId).cancelOrder({ orderId }, KEYED)],
])('one key is one %s, also in two processes', async (_name, request) => {
  const order = await money.aPaidOrder();

  const outcomes = await inBothProcesses(order.id, (process) => request(process, order.id) as Promise<unknown>);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await money.returnedOf(order)).toBe(TOTAL);
  expect(await money.refunds(order.id)).toMatchObject([{ cents: TOTAL, status: 'done' }]);
  expect(await order.read()).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: TOTAL });
});

it('one key is one cancellation of an unpaid order, also in two processes', async () => {
  const order = await money.anOrder();

  const outcomes = await inBothProcesses(order.id, (process) =>
    orders(process, order.id).cancelOrder({ orderId: order.id }, KEYED),
  );

  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(await order.read()).toMatchObject({ paymentStatus: 'cancelled' });
});

it('one key is one new payment, also in two processes', async () => {
  const order = await money.anOrder();

  const outcomes = await inBothProcesses(order.id, (process) =>
    orders(process, order.id).payOrder({ orderId: order.id }, KEYED),
  );

  const { payment } = await order.read();
  const link = { preferenceId: payment!.providerPreferenceId, initPoint: expect.any(String) };
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: link },
    { status: 'fulfilled', value: link },
  ]);
  expect((await world.sandbox.charges(order.id)).map(({ id }) => id).toSorted()).toEqual(
    [order.chargeId, payment!.providerPaymentId!].toSorted(),
  );
});

it('a new payment that was approved before its repetition got the lock is returned again', async () => {
  const order = await money.anOrder();
  const caught = way.pauseNext(order.id);
  const repeat = orders(1, order.id).payOrder({ orderId: order.id }, KEYED);
  const send = await caught;

  const link = await orders(0, order.id).payOrder({ orderId: order.id }, KEYED);
  await world.sandbox.pay(link.preferenceId);
  await eventually(async () => expect((await order.read()).paymentStatus).toBe('approved'));
  send();

  expect(await repeat).toEqual(link);
});

it('one key is one order, also in two processes that both know nothing of it yet', async () => {
  const userId = randomUUID();
  const checkout = aCheckout(userId);
  const place = (process: number) => orders(process, userId).placeOrder(checkout, KEYED);
  const requested = responses.pauseQuotes(2);
  const placing = Promise.all([place(0), place(1)]);
  (await requested)();

  const [first, second] = await placing;

  expect(second.order!.id).toBe(first.order!.id);
  expect(await orders(0).listOrders({ userId, page: { skip: 0, limit: 2 } })).toMatchObject({ total: 1 });
  expect(await world.sandbox.charges(first.order!.id)).toHaveLength(1);
});

it('a checkout that ended before its repetition was rejected is returned again', async () => {
  const userId = randomUUID();
  const checkout = aCheckout(userId);
  const requested = responses.pauseQuotes(1);
  const repeat = orders(1, userId).placeOrder(checkout, KEYED);
  const respondToQuote = await requested;

  const { order } = await orders(0, userId).placeOrder(checkout, KEYED);
  responses.rejection = new DomainError('invalid', 'item_unavailable', 'items[0] cannot be bought');
  respondToQuote();

  expect((await repeat).order).toEqual(order);
  responses.rejection = null;
});

const [LANES, CRASHES, SEED] = [8, 2, 20_261_122];
const HISTORIES_DEADLINE_MS = 120_000 + HISTORIES * 500;

it(
  `${HISTORIES} random histories of requests, payments, disputes and lost webhooks end right in two processes, one of which crashes`,
  async () => {
    const { aHistory, report, wrongs, shortest, endings } = historiesIn(world, (process) => orders(process));
    const random = randomNumbers(SEED);
    const left = Array.from({ length: HISTORIES }, (_, index) => aHistory(index, random));
    const stories: Awaited<ReturnType<typeof report>>[] = [];
    const lane = async () => {
      for (let next = left.pop(); next; next = left.pop()) stories.push(await report(next));
    };
    const crashing = async () => {
      for (let crash = 1; crash <= CRASHES; crash += 1) {
        const isTurn = () =>
          expect(left.length).toBeLessThanOrEqual((HISTORIES * (CRASHES + 1 - crash)) / (CRASHES + 1));
        await eventually(isTurn, { deadlineMs: HISTORIES_DEADLINE_MS });
        await world.service.process.kill('SIGKILL');
        await world.service.process.restart();
      }
    };

    await Promise.all([crashing(), ...Array.from({ length: LANES }, lane)]);
    const [first] = await wrongs(stories);

    if (!first)
      return expect(await endings(stories)).toEqual(expect.arrayContaining(['approved', 'cancelled', 'refunded']));
    const few = (await shortest(first.story.moves)).map(({ name, pick }) => `${name}(${pick})`).join(', ');
    throw new Error(`${first.wrong}, after ${few}`);
  },
  HISTORIES_DEADLINE_MS,
);
