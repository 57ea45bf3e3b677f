import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentNoticeServiceClient } from '@estampa/contracts/orders/v1/payment_notice';
import { daysBefore, saoPauloDay } from '@estampa/kernel/days';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { OPEN_CHARGES, reportRequests } from '@estampa/testing/open-charges';
import { runReplay } from '@estampa/testing/replay-command';
import { aCheckout, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';

let world: CheckoutWorld;

beforeAll(async () => {
  world = await startCheckoutWorld();
});
afterAll(() => world?.stop());

describe('metrics for operators', () => {
  it('count charged money and calls to the provider', async () => {
    const { opsUrl } = world.service;
    const charged = () => metric(opsUrl, 'payments_charged_cents_total', { provider: 'asaas', purpose: 'order' });
    const calls = (operation: string) =>
      metric(opsUrl, 'provider_request_seconds_count', { provider: 'asaas', operation, outcome: 'ok' });
    const before = { charged: await charged(), calls: await calls('createCharge') };
    const userId = randomUUID();
    const client = world.as(userId);
    const { order } = await client.placeOrder(aCheckout(userId));

    await world.sandbox.pay(order!.payment!.providerPaymentId!);
    await eventually(async () => expect((await charged()) - before.charged).toBe(order!.totalCents));

    expect((await calls('createCharge')) - before.calls).toBe(1);
    expect(await calls('getPayment')).toBeGreaterThan(0);
  });

  it('forget webhooks that were applied long ago', async () => {
    const insert = (id: string, age: string) =>
      world.service.database.query(
        `insert into payment_notice (provider, event_id, event, provider_payment_id, refused, applied_at)
         values ('asaas', $1, 'PAYMENT_RECEIVED', 'pay_old', false, now() - $2::interval)`,
        [id, age],
      );
    await insert('evt_old', '91 days');
    await insert('evt_young', '89 days');

    await world.service.process.restart();

    await eventually(async () => {
      const { rows } = await world.service.database.query(
        `select event_id from payment_notice where provider_payment_id = 'pay_old'`,
      );
      expect(rows).toEqual([{ event_id: 'evt_young' }]);
    });
  });
});

const WAITING = 'select from payment_notice where applied_at is null and parked_at is null';
const isIdle = async () => (await world.service.database.query(WAITING)).rowCount === 0;

describe('webhooks that cannot be applied', () => {
  const send = (body: Buffer, token = world.webhookToken) =>
    world.service.client(PaymentNoticeServiceClient).receivePaymentNotice({
      provider: 'asaas',
      headers: { 'asaas-access-token': token },
      query: '',
      rawBody: body,
    });
  const letters = async (text: string) =>
    (
      await world.service.database.query(
        `select event_id, reason, replayed_at, replay_requested_at from dead_letter
         where topic = 'payment-notices' and payload like $1`,
        [`%${text}%`],
      )
    ).rows;

  it.each([
    ['not whole', (event: string) => `{"id": 7, "event": "${event}"`],
    ['named by what no text can hold', (event: string) => JSON.stringify({ id: '\u0000', event })],
  ])('are stored as they came and dead-lettered with a reason, once: %s', async (_what, textWith) => {
    const event = randomUUID();
    const body = Buffer.from(textWith(event));

    await Promise.all([send(body), send(body)]);

    await eventually(async () =>
      expect(await letters(event)).toMatchObject([{ reason: expect.stringContaining('cannot be read') }]),
    );
    const stored = 'select raw_body from payment_notice where raw_body = $1';
    expect((await world.service.database.query(stored, [body])).rows).toEqual([{ raw_body: body }]);
  });

  it('are applied when an operator replays them and they have become readable', async () => {
    const userId = randomUUID();
    const { order } = await world.as(userId).placeOrder(aCheckout(userId));
    const id = order!.payment!.providerPaymentId!;
    await world.sandbox.script({ delivery: 'never', contains: id, times: 5 });
    await world.sandbox.pay(id);
    const broken = Buffer.from(`{"payment":{"id":"${id}"`);
    await send(broken);
    await eventually(async () => expect(await letters(id)).toHaveLength(1));

    // A payload that a later version could read.
    const readable = Buffer.from(JSON.stringify({ id: `evt_${id}`, event: 'PAYMENT_RECEIVED', payment: { id } }));
    await world.service.database.query('update payment_notice set raw_body = $1 where raw_body = $2', [
      readable,
      broken,
    ]);
    const databaseUrl = world.marketplace.surroundings.databaseUrls['orders-payments']!;
    const [{ event_id: eventId }] = await letters(id);

    expect(await runReplay(databaseUrl, ['list'])).toMatchObject({ output: expect.stringContaining(eventId) });
    expect(await runReplay(databaseUrl, ['replay', eventId])).toMatchObject({ code: 0 });

    expect(await letters(id)).toMatchObject([{ replayed_at: expect.any(Date) }]);
    expect((await world.as(userId).getOrder({ id: order!.id })).order!.paymentStatus).toBe('approved');
  });

  it('are accepted up to 64 KB, and only with the token of the provider', async () => {
    await send(Buffer.alloc(65_536, ' '));
    await expect(send(Buffer.alloc(65_537, ' '))).rejects.toMatchObject({ reason: 'notice_too_large' });
    const stranger = Buffer.from(randomUUID());
    await expect(send(stranger, 'x'.repeat(32))).rejects.toMatchObject({ kind: 'unauthenticated' });
    const { rows } = await world.service.database.query('select from payment_notice where raw_body = $1', [stranger]);
    expect(rows).toEqual([]);
  });

  it('are rejected with a retry when too many of their provider wait', async () => {
    const wait = (count: number) =>
      world.service.database.query(
        `insert into payment_notice (provider, event_id, event, provider_payment_id, refused, due_at)
         select 'asaas', 'flood-' || gen_random_uuid(), 'PAYMENT_UPDATED', 'pay_flood', false, now() + interval '1 hour'
         from generate_series(1, $1::int)`,
        [count],
      );
    await eventually(isIdle);
    await wait(49_999);
    await send(Buffer.from(`last ${randomUUID()}`));
    await wait(1);

    await expect(send(Buffer.from('one too many'))).rejects.toMatchObject({ kind: 'busy', reason: 'too_many_notices' });

    await world.service.database.query(`delete from payment_notice where provider_payment_id = 'pay_flood'`);
    await send(Buffer.from('one too many'));
  });
});

it('checks many payments by lists, and singly only those whose webhooks were lost', async () => {
  const [userId, lost] = [randomUUID(), 3];
  const client = world.as(userId);
  const orders = [];
  for (let count = 0; count < 30; count += 1) orders.push((await client.placeOrder(aCheckout(userId))).order!);
  const ids = orders.map(({ id }) => id);
  await eventually(isIdle);
  for (const order of orders.slice(0, lost)) {
    await world.sandbox.script({ delivery: 'never', contains: order.payment!.providerPaymentId!, times: 5 });
    await world.sandbox.pay(order.payment!.providerPaymentId!);
  }
  const calls = async (operation: string) =>
    metric(world.service.opsUrl, 'provider_request_seconds_count', { provider: 'asaas', operation, outcome: 'ok' });
  const before = { lists: await calls('listPayments'), checks: await calls('getPayment') };

  await world.service.database.query('update payment set due_at = now() where order_id = any($1::uuid[])', [ids]);

  const approved = async () =>
    (await client.listOrders({ userId, paymentStatus: 'approved', page: { skip: 0, limit: 10 } })).total;
  await eventually(async () => expect(await approved()).toBe(lost));
  const due = async () =>
    (
      await world.service.database.query(
        `select count(*)::int as due from payment where order_id = any($1::uuid[]) and due_at < now() + interval '12 minutes'`,
        [ids],
      )
    ).rows[0].due;
  await eventually(async () => expect(await due()).toBe(0));
  expect((await calls('listPayments')) - before.lists).toBeLessThanOrEqual(2);
  expect((await calls('getPayment')) - before.checks).toBe(lost);
});

it('resumes a reconciliation of refunds where it stopped, and pauses until the next night after its end', async () => {
  const { database, opsUrl } = world.service;
  const calls = (outcome: string) =>
    metric(opsUrl, 'provider_request_seconds_count', { provider: 'asaas', operation: 'listReturned', outcome });
  const before = { ok: await calls('ok'), retryable: await calls('retryable') };
  const path = '/asaas/v3/payments';
  await world.sandbox.script({ method: 'GET', path, contains: 'status=REFUNDED', fail: 503, times: 1 });
  const weeksLeft = 2;
  const madeTo = daysBefore(saoPauloDay(new Date()), 180 - 7 * weeksLeft + 1);
  const reconcileNow = (set: string) =>
    database.query(`update reconciliation set due_at = now() ${set} where kind = 'returns'`);
  const state = async () =>
    (
      await database.query(`select place->>'madeTo' as made_to, due_at > now() as rests, due_at > now() + interval '1 hour' as rests_long,
      to_char(due_at at time zone 'America/Sao_Paulo', 'HH24:MI:SS') as until from reconciliation where kind = 'returns'`)
    ).rows;

  await reconcileNow(`, started_at = now(), place = '${JSON.stringify({ madeTo, cursor: null })}'`);
  await eventually(async () => expect((await calls('retryable')) - before.retryable).toBe(1));
  await eventually(async () =>
    expect(await state()).toMatchObject([{ made_to: madeTo, rests: true, rests_long: false }]),
  );
  await reconcileNow('');

  await eventually(async () => expect(await state()).toMatchObject([{ made_to: null, until: '03:00:00' }]));
  expect((await calls('ok')) - before.ok).toBe(weeksLeft);
});

/** All of one day. Requests besides the full pages: one for each status, and the end of the last list. */
const [OPEN, PAGE, EXTRA] = [OPEN_CHARGES, 100, 8];
/** Asaas allows this many requests in 12 hours. */
const QUOTA = 25_000;
const DONE_WITHIN_MS = 60_000;

it(
  `checks ${OPEN} charges of one day by one request per hundred of them`,
  async () => {
    const { database, opsUrl } = world.service;
    const newestAt = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 / 4);
    const many = { count: OPEN, days: 1, newestAt: newestAt.toISOString() };
    await world.calls.call('POST', '/_control/charges/many', many);
    const userId = randomUUID();
    const { order } = await world.as(userId).placeOrder(aCheckout(userId));
    const calls = async (operation: string) =>
      metric(opsUrl, 'provider_request_seconds_count', { provider: 'asaas', operation, outcome: 'ok' });
    const before = { lists: await calls('listPayments'), checks: await calls('getPayment') };

    await database.query(
      `insert into payment (id, order_id, attempt, provider, reference, status, amount_cents, refunded_cents, preference_id,
         provider_payment_id, created_at, tries, failures, due_at)
       select gen_random_uuid(), $1, 1000 + n, 'asaas', 'many-' || n || ':1', 'pending', 10000, 0, 'pay_many' || n,
         'pay_many' || n, $2::timestamptz - n * interval '1 day' / ${OPEN}, 1, 3, now() from generate_series(0, ${OPEN - 1}) as n`,
      [order!.id, newestAt],
    );
    // As autovacuum does when rows come gradually.
    await database.query('analyze payment');
    const began = Date.now();

    // Next checks are at full hours, when no lease ends; a successful check resets the number of failures.
    const due = `select from payment where reference like 'many-%' and (due_at <> date_trunc('hour', due_at) or failures > 0) limit 1`;
    const isDone = async () => (await database.query(due)).rowCount === 0;
    await eventually(isDone, { deadlineMs: DONE_WITHIN_MS });
    const [lists, checks] = [(await calls('listPayments')) - before.lists, (await calls('getPayment')) - before.checks];
    reportRequests({ lists, checks }, Date.now() - began);
    expect(lists).toBeGreaterThanOrEqual(OPEN / PAGE);
    expect(lists).toBeLessThanOrEqual(OPEN / PAGE + EXTRA);
    expect(checks).toBeLessThanOrEqual(EXTRA);
    expect(((lists + checks) / OPEN) * 100_000).toBeLessThan(QUOTA / 20);
  },
  DONE_WITHIN_MS + 30_000,
);
