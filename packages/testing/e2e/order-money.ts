import { expect, it } from '@jest/globals';
import type { Json } from '@estampa/stack/demo/api';
import { checkOut, labelledOrder, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import type { Shop } from './shop.ts';

type Ground = () => Shop & { sandboxUrl: string };

/** What the tests below do again and again. */
function steps(shop: Ground) {
  const placed = async () => checkOut(shop().customer, [shop().line]);
  const itemOf = async (orderId: string): Promise<string[]> => {
    const { payoutItems } = await shop().seller.get(`/payouts/me/items?orderId=${orderId}`);
    return payoutItems.map((item: Json) => `${item.type} ${item.status} ${item.amountCents}`);
  };
  const refused = async (path: string, body: object = {}) => {
    const response = await shop().admin.send('POST', path, body);
    return [response.status, ((await response.json()) as Json).code];
  };
  return { placed, itemOf, refused };
}

/** What becomes of the money of orders, by the routes of buyers and admins. */
export function describeOrderMoney(shop: Ground): void {
  const { placed, itemOf, refused } = steps(shop);

  it('is simulated in development: earnings are held and a label is tried before the answer comes', async () => {
    const { admin, customer, seller } = shop();
    const order = await placed();
    const othersPay = await seller.send('POST', `/orders/${order.id}/dev-pay`, {});
    expect(othersPay.status).toBe(403);

    const paid = await customer.post(`/orders/${order.id}/dev-pay`);

    expect(paid).toMatchObject({ paymentStatus: 'approved', initPoint: null, payment: { providerPaymentId: null } });
    expect(await itemOf(order.id)).toEqual(['sale held 2566']);
    await labelledOrder(customer, order.id);
    expect(await refused(`/orders/${order.id}/label`)).toEqual([400, 'wrong_state']);
    expect(await refused(`/orders/${order.id}/refund`)).toEqual([400, 'not_refundable']);
    expect(await admin.post(`/orders/${order.id}/cancel`)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await itemOf(order.id)).toEqual(['sale reversed 2566']);
    expect(await refused(`/orders/${order.id}/label`)).toEqual([400, 'wrong_state']);
  });

  it('goes back in parts, and then whole', async () => {
    const { admin, customer } = shop();
    const order = await placed();
    await payOnHostedPage(order.initPoint, 'pix');
    await paidOrder(customer, order.id);
    const refund = (amountCents: number | null, key: string) =>
      admin.post(`/orders/${order.id}/refund`, { amountCents }, { 'Idempotency-Key': key });

    const part = await refund(880, 'part');
    expect(part).toMatchObject({ orderId: order.id, totalRefundedCents: 880, status: 'partial_refund' });
    expect(await refund(880, 'part')).toEqual(part);
    expect(await refused(`/orders/${order.id}/refund`, { amountCents: 10_001 })).toEqual([400, 'refund_too_large']);
    expect((await customer.send('POST', `/orders/${order.id}/refund`, {})).status).toBe(403);
    // The artist bears the share of what went back that the price has in the total.
    expect((await itemOf(order.id)).toSorted()).toEqual(['adjustment held -208', 'sale held 2566']);

    expect(await refund(null, 'rest')).toMatchObject({ amountCents: 10_000, status: 'refunded' });
    expect(await customer.get(`/orders/${order.id}`)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await itemOf(order.id)).toContain('sale reversed 2566');
    expect(await refused(`/orders/${order.id}/cancel`)).toEqual([400, 'wrong_state']);
  });

  it('that comes for a cancelled order is returned and listed', async () => {
    const { admin, customer } = shop();
    const order = await placed();
    const charge = order.payment.providerPaymentId;
    const hold = { method: 'DELETE', path: `/asaas/v3/payments/${charge}`, fail: 503, times: 100 };
    await fetch(`${shop().sandboxUrl}/_control/scripts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(hold),
    });
    expect(await admin.post(`/orders/${order.id}/cancel`)).toMatchObject({ paymentStatus: 'cancelled' });
    await payOnHostedPage(order.initPoint, 'pix');

    await eventually(async () =>
      expect((await admin.get('/payments/late?state=returned')).latePayments).toMatchObject([
        { orderId: order.id, reason: 'late', amountCents: 10_880, providerPaymentId: charge },
      ]),
    );
    expect((await customer.send('GET', '/payments/late')).status).toBe(403);
    expect(await customer.get(`/orders/${order.id}`)).toMatchObject({ paymentStatus: 'cancelled' });
  });
}

/** What sellers see of orders, and what stays whatever the catalog says. */
export function describeSoldOrders(shop: Ground): void {
  const { placed } = steps(shop);

  it('is shown to sellers for what is theirs, without how to reach the buyer', async () => {
    const { customer, seller } = shop();
    const { orders, total } = await seller.get('/orders/seller/me?limit=1');
    const { items } = await seller.get('/orders/seller/items?limit=1');

    expect(total).toBeGreaterThanOrEqual(3);
    expect(items).toMatchObject([{ orderId: orders[0].id, quantity: 1, artistEarningsCents: 2566 }]);
    expect(JSON.stringify(orders)).not.toContain('customer@example.com');
    expect(orders[0]).not.toHaveProperty('phone');
    expect((await customer.send('GET', '/orders/seller/me')).status).toBe(403);
  });

  it('stays as it was frozen at checkout, whatever the catalog says later', async () => {
    const { admin, customer, product } = shop();
    const order = await placed();
    const { id: typeId, name, platformFeePercent, variants } = shop().productType;
    const [{ id: variantId, baseCostCents, productionDays }] = variants;
    const before = await customer.get(`/orders/${order.id}`);
    const change = async (costs: object, type: object, title: string) => {
      await admin.patch(`/products/variants/${variantId}`, costs);
      await admin.patch(`/products/types/${typeId}`, type);
      await shop().seller.patch(`/seller-products/me/${product.id}`, { title });
    };

    await change({ baseCostCents: 4_000, productionDays: 30 }, { name: 'Renamed', platformFeePercent: 20 }, 'Renamed');

    expect(await customer.get(`/orders/${order.id}`)).toEqual(before);
    await customer.post(`/orders/${order.id}/dev-pay`);
    const { payoutItems } = await shop().seller.get(`/payouts/me/items?orderId=${order.id}`);
    expect(payoutItems[0].breakdown).toMatchObject({ baseCostCents: 3_590, platformFeePercent: 12.5 });
    await change({ baseCostCents, productionDays }, { name, platformFeePercent }, product.title);
  });
}
