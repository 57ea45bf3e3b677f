import { expect, it } from 'vitest';
import { checkOut, labelledOrder, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { rejection } from './responses.ts';
import { customerOf, STORE_SLUG, type Shop } from './shop.ts';

type Ground = () => Shop & { sandboxUrl: string };

/** What the tests below do again and again. */
function steps(shop: Ground) {
  const placed = async () => checkOut(shop().customer, [shop().line]);
  const itemOf = async (orderId: string): Promise<string[]> => {
    const { payoutItems } = await shop().seller.client.listOwnPayoutItems({ orderId });
    return payoutItems.map((item) => `${item.type} ${item.status} ${item.amountCents}`);
  };
  const rejected = {
    label: (orderId: string) => rejection(shop().admin.client.exchange('retryLabel', { orderId })),
    refund: (orderId: string, amountCents?: number) =>
      rejection(shop().admin.client.exchange('refundOrder', { orderId, body: { amountCents } })),
    cancel: (orderId: string) => rejection(shop().admin.client.exchange('cancelOrder', { orderId })),
  };
  return { placed, itemOf, rejected };
}

/** What becomes of the money of orders, by the routes of buyers and admins. */
export function describeOrderMoney(shop: Ground): void {
  const { placed, itemOf, rejected } = steps(shop);

  it('is simulated in development: the response comes after earnings are held and a label was attempted', async () => {
    const { admin, customer, seller } = shop();
    const order = await placed();
    const othersPay = await seller.client.exchange('devPayOrder', { orderId: order.id });
    expect(othersPay.status).toBe(403);

    const paid = await customer.client.devPayOrder({ orderId: order.id });

    expect(paid).toMatchObject({ paymentStatus: 'approved', initPoint: null, payment: { providerPaymentId: null } });
    expect(await itemOf(order.id)).toEqual(['sale held 2566']);
    await labelledOrder(customer, order.id);
    expect(await rejected.label(order.id)).toEqual([400, 'wrong_state']);
    expect(await rejected.refund(order.id)).toEqual([400, 'not_refundable']);
    expect(await admin.client.cancelOrder({ orderId: order.id })).toMatchObject({ paymentStatus: 'refunded' });
    expect(await itemOf(order.id)).toEqual(['sale reversed 2566']);
    expect(await rejected.label(order.id)).toEqual([400, 'wrong_state']);
  });

  it('is refunded partly, and then fully', async () => {
    const { admin, customer } = shop();
    const order = await placed();
    await payOnHostedPage(order.initPoint, 'pix');
    await paidOrder(customer, order.id);
    const refund = (amountCents: number | null, key: string) =>
      admin.client.refundOrder({ orderId: order.id, body: { amountCents } }, { idempotencyKey: key });

    const part = await refund(880, 'part');
    expect(part).toMatchObject({ orderId: order.id, totalRefundedCents: 880, status: 'partial_refund' });
    expect(await refund(880, 'part')).toEqual(part);
    expect(await rejected.refund(order.id, 10_001)).toEqual([400, 'refund_too_large', 'amountCents']);
    expect((await customer.client.exchange('refundOrder', { orderId: order.id })).status).toBe(403);
    // The artist bears the share of what went back that the price has in the total.
    expect((await itemOf(order.id)).toSorted()).toEqual(['adjustment held -208', 'sale held 2566']);

    expect(await refund(null, 'rest')).toMatchObject({ amountCents: 10_000, status: 'refunded' });
    expect(await customer.client.getOrder({ orderId: order.id })).toMatchObject({ paymentStatus: 'refunded' });
    expect(await itemOf(order.id)).toContain('sale reversed 2566');
    expect(await rejected.cancel(order.id)).toEqual([400, 'wrong_state']);
  });

  it('that comes for a cancelled order is returned and listed', async () => {
    const { admin, customer } = shop();
    const order = await placed();
    const charge = order.payment!.providerPaymentId;
    const unavailable = { method: 'DELETE', path: `/asaas/v3/payments/${charge}`, fail: 503, times: 100 };
    await fetch(`${shop().sandboxUrl}/_control/scripts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(unavailable),
    });
    expect(await admin.client.cancelOrder({ orderId: order.id })).toMatchObject({ paymentStatus: 'cancelled' });
    await payOnHostedPage(order.initPoint, 'pix');

    await eventually(async () =>
      expect((await admin.client.listLatePayments({ state: 'returned' })).latePayments).toMatchObject([
        { orderId: order.id, reason: 'late', amountCents: 10_880, providerPaymentId: charge },
      ]),
    );
    expect((await customer.client.exchange('listLatePayments')).status).toBe(403);
    expect(await customer.client.getOrder({ orderId: order.id })).toMatchObject({ paymentStatus: 'cancelled' });
  });
}

/** What sellers see of orders, and what stays whatever the catalog says. */
export function describeSoldOrders(shop: Ground): void {
  const { placed } = steps(shop);

  it('is shown to sellers for what is theirs, without how to reach the buyer', async () => {
    const { customer, seller } = shop();
    const { orders, total } = await seller.client.listSellerOrders({ limit: 1 });
    const { items } = await seller.client.listSellerOrderItems({ limit: 1 });

    expect(total).toBeGreaterThanOrEqual(3);
    expect(items).toMatchObject([{ orderId: orders[0]!.id, quantity: 1, artistEarningsCents: 2566 }]);
    expect(JSON.stringify(orders)).not.toContain(customerOf(STORE_SLUG));
    expect(orders[0]).not.toHaveProperty('phone');
    expect((await customer.client.exchange('listSellerOrders')).status).toBe(403);
  });

  it('stays as it was frozen at checkout, whatever the catalog says later', async () => {
    const { admin, customer, product } = shop();
    const order = await placed();
    const { id: typeId, name, platformFeePercent, variants } = shop().productType;
    const { id: variantId, baseCostCents, productionDays } = variants[0]!;
    const before = await customer.client.getOrder({ orderId: order.id });
    const change = async (costs: object, type: object, title: string) => {
      await admin.client.updateProductVariant({ variantId, body: costs });
      await admin.client.updateProductType({ id: typeId, body: type });
      await shop().seller.client.updateSellerProduct({ id: product.id, body: { title } });
    };

    await change({ baseCostCents: 4_000, productionDays: 30 }, { name: 'Renamed', platformFeePercent: 20 }, 'Renamed');

    expect(await customer.client.getOrder({ orderId: order.id })).toEqual(before);
    await customer.client.devPayOrder({ orderId: order.id });
    const { payoutItems } = await shop().seller.client.listOwnPayoutItems({ orderId: order.id });
    expect(payoutItems[0]!.breakdown).toMatchObject({ baseCostCents: 3_590, platformFeePercent: 12.5 });
    await change({ baseCostCents, productionDays }, { name, platformFeePercent }, product.title);
  });
}
