import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, aKey, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';

let world: CheckoutWorld;

beforeAll(async () => {
  // Short, since tests wait for a silent provider; a busy machine may need a second try.
  world = await startCheckoutWorld({ PAYMENT_ATTEMPT_TIMEOUT_MS: '1000' });
});
afterAll(() => world?.stop());

/** The lease of a webhook, and a little for a busy machine. */
const APPLIED_DEADLINE_MS = 12_000;
const CREATE = { method: 'POST', path: '/asaas/v3/payments' };
const SILENT_AFTER = { ...CREATE, hold: 'after' };
const keyed = { withIdempotencyKey: true };

/** Places an order as a new buyer; returns the result of the first try. */
async function tryToPlace(script: object) {
  const userId = randomUUID();
  const client = world.as(userId, ['customer'], aKey(userId));
  const checkout = aCheckout(userId);
  await world.sandbox.script({ ...CREATE, ...script });
  const error = await client.placeOrder(checkout, keyed).then(
    () => undefined,
    (reason: { details: { members: { orderId: string } } }) => reason,
  );
  const again = () => client.placeOrder(checkout, keyed);
  return { userId, client: world.as(userId), error, orderId: error?.details.members.orderId ?? '', again };
}

it.each([
  ['fails', { fail: 500 }],
  ['does not accept our key', { fail: 401 }],
  ['has enough of us', { fail: 429 }],
  ['drops the connection', { dropConnection: true }],
  ['never answers', { hold: 'before' }],
  ['loses the answer of a charge that it made', { dropConnection: true, afterEffect: true }],
  ['is silent about a charge that it made', { hold: 'after' }],
])('keeps the order when the gateway %s; the same key continues it with one charge', async (_name, script) => {
  const { error, orderId, again } = await tryToPlace(script);
  expect(error).toMatchObject({ kind: 'unavailable', reason: 'payment_gateway_unavailable' });

  const { order } = await eventually(again);

  expect(order).toMatchObject({ id: orderId, paymentStatus: 'pending' });
  const charges = await world.sandbox.charges(orderId);
  expect(charges).toHaveLength(1);
  expect(order!.payment!.providerPaymentId).toBe(charges[0]!.id);
});

it('responds before the gateway times out, also when another request is busy with the same charge', async () => {
  const userId = randomUUID();
  const slow = await startCheckoutWorld({ PAYMENT_ATTEMPT_TIMEOUT_MS: '60000', PAYMENT_RECOVER_AFTER_MS: '60000' });
  const client = slow.as(userId, ['customer'], aKey(userId));
  const checkout = aCheckout(userId);
  await slow.sandbox.script({ ...CREATE, hold: 'before', times: 5 });

  const outcomes = await Promise.allSettled([client.placeOrder(checkout, keyed), client.placeOrder(checkout, keyed)]);

  const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.reason);
  expect(new Set(reasons)).toEqual(new Set(['idempotency_key_in_use', 'payment_gateway_unavailable']));
  await slow.stop();
});

it('continues an unfinished payment in the background', async () => {
  const { client, orderId } = await tryToPlace({ fail: 503 });

  await eventually(async () => (await client.getOrder({ id: orderId })).order!.initPoint !== undefined);

  expect(await world.sandbox.charges(orderId)).toHaveLength(1);
});

it('continues the attempt without a charge when the buyer pays', async () => {
  const { client, orderId } = await tryToPlace({ fail: 500, times: 1 });

  const started = await eventually(() => client.payOrder({ orderId }));

  const charges = await world.sandbox.charges(orderId);
  expect(charges).toHaveLength(1);
  expect(started.preferenceId).toBe(charges[0]!.id);
});

it('reports a charge that the provider rejects, and lets the buyer try again', async () => {
  const { client, error, orderId } = await tryToPlace({ fail: 400 });
  expect(error).toMatchObject({ kind: 'invalid', reason: 'payment_refused' });
  expect((await client.getOrder({ id: orderId })).order).toMatchObject({
    paymentStatus: 'pending',
    payment: { status: 'rejected' },
  });

  await eventually(() => client.payOrder({ orderId }));

  expect(await world.sandbox.charges(orderId)).toMatchObject([{ externalReference: `${orderId}:2` }]);
});

it('continues after a crash between storing the order and the response of the provider', async () => {
  const userId = randomUUID();
  const client = world.as(userId, ['customer'], aKey(userId));
  const checkout = aCheckout(userId);
  const { id: script } = await world.sandbox.script(SILENT_AFTER);
  const lost = client.placeOrder(checkout, keyed).catch(() => undefined);
  await eventually(async () => (await world.sandbox.scriptState(script)) === 'holding');

  await world.service.process.kill('SIGKILL');
  await lost;
  await world.service.process.restart();

  const order = await eventually(async () => (await client.placeOrder(checkout, keyed)).order!);
  expect(await world.sandbox.charges(order.id)).toHaveLength(1);
  expect(order.initPoint).toBeDefined();
});

it('continues a new payment after a crash between creating its charge and the response', async () => {
  const userId = randomUUID();
  const { order } = await world.as(userId).placeOrder(aCheckout(userId));
  const orderId = order!.id;
  const pay = () => world.as(userId, ['customer'], aKey(userId)).payOrder({ orderId }, keyed);
  const { id: script } = await world.sandbox.script(SILENT_AFTER);
  const lost = pay().catch(() => undefined);
  await eventually(async () => (await world.sandbox.scriptState(script)) === 'holding');

  await world.service.process.kill('SIGKILL');
  await lost;
  await world.service.process.restart();

  const { preferenceId } = await eventually(pay);
  await eventually(async () =>
    expect(await world.sandbox.charges(orderId)).toMatchObject([
      { id: order!.payment!.providerPaymentId, deleted: true },
      { id: preferenceId, deleted: false },
    ]),
  );
  expect((await world.as(userId).getOrder({ id: orderId })).order!.payment!.providerPreferenceId).toBe(preferenceId);
});

it('returns no link to a charge that was created while the order was paid otherwise', async () => {
  const userId = randomUUID();
  const { order } = await world.as(userId).placeOrder(aCheckout(userId));
  const orderId = order!.id;
  const before = await world.sandbox.charges(orderId);
  const { id: script } = await world.sandbox.script(SILENT_AFTER);
  const paying = world
    .as(userId)
    .payOrder({ orderId })
    .catch((error: unknown) => error);
  await eventually(async () => expect(await world.sandbox.scriptState(script)).toBe('holding'));

  await world.as(userId).devPayOrder({ orderId });
  await world.sandbox.release(script);

  expect(await paying).toMatchObject({ reason: 'wrong_state' });
  await eventually(async () => {
    const charges = await world.sandbox.charges(orderId);
    expect(charges.map(({ deleted }) => deleted)).toEqual([...before, 'the new one'].map(() => true));
  });
});

it('applies a webhook soon after a crash in the midst of applying it', async () => {
  const userId = randomUUID();
  const { order } = await world.as(userId).placeOrder(aCheckout(userId));
  const chargeId = order!.payment!.providerPaymentId!;
  const path = `/asaas/v3/payments/${chargeId}`;
  const { id: script } = await world.sandbox.script({ method: 'GET', path, hold: 'before' });
  await world.sandbox.pay(chargeId);
  await eventually(async () => (await world.sandbox.scriptState(script)) === 'holding');

  await world.service.process.kill('SIGKILL');
  await world.service.process.restart();

  await eventually(
    async () => expect((await world.as(userId).getOrder({ id: order!.id })).order!.paymentStatus).toBe('approved'),
    { deadlineMs: APPLIED_DEADLINE_MS },
  );
});
