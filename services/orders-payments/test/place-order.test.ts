import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, aKey, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { describeCoupons } from './coupons.ts';
import { describeGatewayCustomer } from './gateway-customer.ts';
import { responses, VALID_CPF, PRINT } from './stand-ins.ts';
import { describeUnpaidOrders, OTHER_TOKEN } from './unpaid-orders.ts';

let world: CheckoutWorld;
const usual = { ...responses };

beforeAll(async () => {
  world = await startCheckoutWorld({ ASAAS_WEBHOOK_OTHER_TOKEN: OTHER_TOKEN });
});
afterAll(() => world?.stop());
beforeEach(() => void Object.assign(responses, usual));

it('freezes prices, names and totals and returns the payment link', async () => {
  const userId = randomUUID();

  const { order } = await world.as(userId).placeOrder(aCheckout(userId, { discountCents: 480 }));

  const [charge] = await world.sandbox.charges(order!.id);
  expect(order).toMatchObject({
    userId,
    email: `${userId}@demo.example`,
    fullName: 'Compradora Demo',
    phone: '+5511987654321',
    paymentStatus: 'pending',
    fulfillmentStatus: 'pending',
    subtotalCents: 15_980,
    shippingCents: 1_500,
    discountCents: 480,
    totalCents: 17_000,
    payment: { paymentProvider: 'asaas', providerPaymentId: charge!.id, status: 'pending', amountCents: 17_000 },
  });
  expect(order!.items).toMatchObject([
    { quantity: 2, unitPriceCents: 7_990, lineTotalCents: 15_980, sellerName: 'Loja Demo', optionLabel: 'Médio' },
  ]);
  expect(order!.items[0]!.earnings).toBeUndefined();
  expect(order!.initPoint).toContain(charge!.id);
  expect(charge).toMatchObject({ value: 170, externalReference: `${order!.id}:1` });
  expect((await world.as(userId).getOrder({ id: order!.id })).order).toEqual(order);
});

it('never has a payment of the provider without the page where it is paid', async () => {
  const userId = randomUUID();
  const { order } = await world.as(userId).placeOrder(aCheckout(userId));
  const losePage = 'update payment set preference_id = null where order_id = $1';
  await expect(world.service.database.query(losePage, [order!.id])).rejects.toThrow('payment_ids');
});

it('tells other services of an order when it is paid', async () => {
  const userId = randomUUID();
  const back = { surface: 'back', name: 'Costas', artworkId: randomUUID(), extraCostCents: 900 };
  const front = { surface: 'front', name: 'Frente', artworkId: PRINT.artworkId, extraCostCents: 100, widthMm: 280 };
  const backPrint = { ...PRINT, artworkId: back.artworkId, templateId: 'back' };
  responses.surfaces = [front, back];
  responses.otherPrints = [{ surface: 'back', print: backPrint }];
  const { order } = await world.as(userId).placeOrder(aCheckout(userId));
  expect(await declared(order!.id)).toEqual([]);
  const named = [
    { key: 'front', name: 'Frente' },
    { key: 'back', name: 'Costas' },
  ];
  expect(order!.items.map(({ surfaces }) => surfaces)).toEqual(order!.items.map(() => named));

  await world.sandbox.pay(order!.payment!.providerPaymentId!);

  const { type, payload } = await eventually(() => firstPublished(order!.id));
  const { version, order: reported } = JSON.parse(payload);
  expect([type, version, reported.paymentStatus]).toEqual(['order_approved', 2, 'approved']);
  expect(reported.items[0].earnings).toMatchObject({ artistEarningsCents: 1_846 });
  expect(reported.items[0].print).toEqual(PRINT);
  expect(reported.items[0].surfaces).toEqual([
    { ...front, print: PRINT },
    { ...back, print: backPrint },
  ]);
});

it('publishes nothing about the buyer, whose address only the service that ships can request', async () => {
  const userId = randomUUID();
  const checkout = aCheckout(userId);
  const { order } = await world.as(userId).placeOrder(checkout);
  const orderId = order!.id;
  await world.sandbox.pay(order!.payment!.providerPaymentId!);

  const { payload } = await eventually(() => firstPublished(orderId));
  const { street, neighborhood, cep } = checkout.shipping!;
  for (const secret of [userId, order!.email, order!.fullName, order!.phone!, street, neighborhood, cep]) {
    expect(payload).not.toContain(secret);
  }
  expect(await world.as('fulfillment-shipping', ['service']).getRecipient({ orderId })).toEqual({
    recipient: {
      userId,
      fullName: 'Compradora Demo',
      email: `${userId}@demo.example`,
      phone: '+5511987654321',
      shipping: { ...checkout.shipping, complement: undefined },
      serviceCode: undefined,
    },
  });
  for (const [caller, role] of [
    [userId, 'customer'],
    [randomUUID(), 'admin'],
  ] as const) {
    await expect(world.as(caller, [role]).getRecipient({ orderId })).rejects.toMatchObject({ kind: 'forbidden' });
  }
  const unknown = world.as('fulfillment-shipping', ['service']).getRecipient({ orderId: randomUUID() });
  await expect(unknown).rejects.toMatchObject({ kind: 'not_found' });
});

it('shows earnings to admins only, and the order to no strangers', async () => {
  const userId = randomUUID();
  const { order } = await world.as(userId).placeOrder(aCheckout(userId));
  const id = order!.id;

  const seen = await world.as(randomUUID(), ['admin']).getOrder({ id });
  expect(seen.order!.items[0]!.earnings).toMatchObject({ priceCents: 7_990, artistEarningsCents: 1_846 });
  expect((await world.as(userId).getOrder({ id })).order!.items[0]!.earnings).toBeUndefined();
  await expect(world.as(randomUUID(), ['seller']).getOrder({ id })).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(world.as(randomUUID()).placeOrder(aCheckout(userId))).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(world.as(userId).getOrder({ id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(world.as(userId).getOrder({ id: 'x' })).rejects.toMatchObject({ kind: 'not_found' });
});

it('numbers orders upwards and creates the customer record of the buyer once', async () => {
  const userId = randomUUID();

  const first = await world.as(userId).placeOrder(aCheckout(userId));
  const second = await world.as(userId).placeOrder(aCheckout(userId));

  expect(second.order!.orderNumber).toBeGreaterThan(first.order!.orderNumber);
  expect(await world.sandbox.customers(userId)).toBe(1);
});

it('rejects a buyer without a document before anything else', async () => {
  const userId = randomUUID();
  responses.documentNumber = undefined;
  responses.rejection = new DomainError('invalid', 'item_unavailable', 'items[0] cannot be bought');

  const placing = world.as(userId).placeOrder(aCheckout(userId));

  await expect(placing).rejects.toMatchObject({ kind: 'invalid', reason: 'document_required' });
  expect(await ordersOf(userId)).toBe(0);
});

it('returns errors of the catalog unchanged', async () => {
  const userId = randomUUID();
  const fields = [{ path: 'items[0].sellerProductId', code: 'item_unavailable', message: 'is paused' }];
  responses.rejection = new DomainError('invalid', 'item_unavailable', 'items[0] cannot be bought', { fields });

  const placing = world.as(userId).placeOrder(aCheckout(userId));

  await expect(placing).rejects.toMatchObject({ reason: 'item_unavailable', details: { fields } });
});

it.each([
  ['too many lines', { items: Array(101).fill({ sellerProductId: '', variantId: '', quantity: 1 }) }, 'items'],
  ['a discount over the subtotal', { discountCents: 15_981 }, 'discountCents'],
])('rejects %s', async (_name, changes, path) => {
  const userId = randomUUID();

  const placing = world.as(userId).placeOrder(aCheckout(userId, changes));

  await expect(placing).rejects.toMatchObject({ reason: 'validation_failed', details: { fields: [{ path }] } });
});

describe('with an idempotency key', () => {
  it('returns the same order for the same key, with one charge, and marks it as replayed', async () => {
    const userId = randomUUID();
    const client = world.as(userId, ['customer'], aKey(userId));
    const checkout = aCheckout(userId);
    let replays = 0;
    const options = { withIdempotencyKey: true, onReplay: () => (replays += 1) };

    const first = await client.placeOrder(checkout, options);
    expect(replays).toBe(0);
    const second = await client.placeOrder(checkout, options);

    expect(second).toEqual(first);
    expect(replays).toBe(1);
    expect(await world.sandbox.charges(first.order!.id)).toHaveLength(1);
  });

  it('rejects another body, and still accepts the first one afterwards', async () => {
    const userId = randomUUID();
    const keyed = { withIdempotencyKey: true };
    const { order } = await world.as(userId, ['customer'], aKey(userId)).placeOrder(aCheckout(userId), keyed);

    const other = world.as(userId, ['customer'], aKey(userId, 'another digest')).placeOrder(aCheckout(userId), keyed);

    await expect(other).rejects.toMatchObject({ kind: 'mismatch', reason: 'idempotency_key_reused' });
    const again = await world.as(userId, ['customer'], aKey(userId)).placeOrder(aCheckout(userId), keyed);
    expect(again.order!.id).toBe(order!.id);
  });

  it('creates one order for many simultaneous requests', async () => {
    const userId = randomUUID();
    const client = world.as(userId, ['customer'], aKey(userId));
    const checkout = aCheckout(userId);

    const placed = await Promise.all(
      Array.from({ length: 5 }, () => client.placeOrder(checkout, { withIdempotencyKey: true })),
    );

    expect(new Set(placed.map(({ order }) => order!.id)).size).toBe(1);
    expect(await ordersOf(userId)).toBe(1);
    expect(await world.sandbox.charges(placed[0]!.order!.id)).toHaveLength(1);
  });

  it('repeats an error, whatever has changed since', async () => {
    const userId = randomUUID();
    const client = world.as(userId, ['customer'], aKey(userId));
    const place = () => client.placeOrder(aCheckout(userId), { withIdempotencyKey: true });
    responses.documentNumber = undefined;
    await expect(place()).rejects.toMatchObject({ reason: 'document_required' });

    responses.documentNumber = VALID_CPF;

    await expect(place()).rejects.toMatchObject({ reason: 'document_required' });
  });
});

describeCoupons(() => world);
describeGatewayCustomer(() => world);
describeUnpaidOrders(() => world);

async function declared(orderId: string): Promise<{ type: string; payload: string }[]> {
  const { rows } = await world.service.database.query('select type, payload from outbox where key = $1', [
    `order:${orderId}`,
  ]);
  return rows;
}

async function firstPublished(orderId: string) {
  const [first] = await declared(orderId);
  if (!first) throw new Error('nothing is announced yet');
  return first;
}

async function ordersOf(userId: string): Promise<number> {
  const { rows } = await world.service.database.query('select count(*)::int from customer_order where user_id = $1', [
    userId,
  ]);
  return rows[0].count;
}
