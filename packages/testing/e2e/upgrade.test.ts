import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { Api, type Json } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import { labelledOrder, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { ADMIN } from '@estampa/stack/topology';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { asRecorded, readRecorded, restoreRelease } from '../src/released-data.ts';

const BOOT_DEADLINE_MS = 120_000;

/** What the last release wrote, read and continued by this version, whose processes run their migrations first. */
const recorded = readRecorded();
const { ids } = recorded;

let marketplace: TestMarketplace;
let ageMs: number;
let people: Record<string, Api>;

beforeAll(async () => {
  const released = await restoreRelease();
  ({ ageMs } = released);
  marketplace = await startMarketplace(released.options);
  const api = new Api(marketplace.gatewayUrl);
  const known = Object.entries({ ...recorded.people }).map(
    async ([role, email]) => [role, await signIn(api, { email, password: recorded.password })] as const,
  );
  people = { anyone: api, admin: await signIn(api, ADMIN), ...Object.fromEntries(await Promise.all(known)) };
}, BOOT_DEADLINE_MS);

afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

const inItsWords = (response: Json): Json =>
  asRecorded(response, { gatewayUrl: marketplace.gatewayUrl, ageMs, recorded });

const itemOf = async (orderId: string): Promise<string | undefined> => {
  const { payoutItems } = await people.seller!.client.listOwnPayoutItems({ orderId });
  return payoutItems.find(({ type }) => type === 'sale')?.status;
};

const rows = async (query: string): Promise<string[]> => {
  const found = SERVICE_NAMES.map(async (name) => {
    const { rowCount } = await marketplace.service(name).database.query(query);
    return rowCount === 0 ? [] : [`${name}: ${rowCount}`];
  });
  return (await Promise.all(found)).flat();
};

it.each(recorded.shown)('$as sees $path as before', async ({ as, path, response: before }) => {
  const response = await people[as]!.send('GET', path);

  expect(response.status).toBe(200);
  expect(inItsWords(await response.json())).toMatchObject(before);
});

it('publishes the events that were not sent, and applies them', async () => {
  await eventually(async () => expect(await rows('select from outbox where sent_at is null')).toEqual([]));

  const store = () => people.anyone!.client.getStore({ store_slug: 'other-shop' });
  await eventually(async () => expect((await store()).bio).toBe('Written while nothing was published'));
  await labelledOrder(people.customer!, ids.unsent!);
  await eventually(async () => expect(await itemOf(ids.unsent!)).toBe('held'));
});

it('repeats the response of a request with a key, and does nothing', async () => {
  const { as, path, key, body, status, response: before } = recorded.keyed;
  const { total } = await people.customer!.client.listOwnOrders();

  const response = await people[as]!.send('POST', path, body, { 'Idempotency-Key': key });

  expect(response.status).toBe(status);
  expect(inItsWords(await response.json())).toMatchObject(before);
  expect((await people.customer!.client.listOwnOrders()).total).toBe(total);
});

it('goes on with a session', async () => {
  const response = await people.anyone!.send('POST', '/auth/refresh', { refreshToken: recorded.refreshToken });

  expect(response.status).toBe(200);
  const { accessToken } = (await response.json()) as { accessToken: string };
  const user = await people.anyone!.as(accessToken).client.getOwnUser();
  expect(user.email).toBe(recorded.people.customer);
});

it('takes the payment of an order, at the page that it was given', async () => {
  const { initPoint } = await people.customer!.client.getOrder({ orderId: ids.unpaid! });

  await payOnHostedPage(initPoint!.replace(recorded.gatewayUrl, marketplace.gatewayUrl), 'pix');

  await paidOrder(people.customer!, ids.unpaid!);
  await labelledOrder(people.customer!, ids.unpaid!);
  await eventually(async () => expect(await itemOf(ids.unpaid!)).toBe('held'));
});

it('refunds an order, and takes its earning back', async () => {
  const refund = await people.admin!.client.refundOrder({ orderId: ids.refundable!, body: { amountCents: null } });

  expect(refund).toMatchObject({ status: 'refunded', amountCents: 10_880 });
  await eventually(async () => expect(await itemOf(ids.refundable!)).toBe('reversed'));
});

it('pays a batch, and batches what a failed one had', async () => {
  const { client } = people.admin!;
  const paid = await client.markPayoutPaid({ id: ids.payoutPending!, body: { reference: 'after' } });
  const next = await client.createPayout({ body: { sellerProfileId: paid.sellerProfileId } });

  expect(paid).toMatchObject({ status: 'paid', itemCount: 1 });
  expect(next.itemCount).toBeGreaterThanOrEqual(1);
  expect(await itemOf(ids.batched!)).toBe('paid');
});

it('sets nothing aside', async () => {
  expect(await rows('select from dead_letter')).toEqual([]);
});
