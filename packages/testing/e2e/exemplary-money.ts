import type { Api, Json } from '@estampa/stack/demo/api';
import { checkOut, paidOrder, payOnHostedPage, quotedCheckout } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { sandboxOf } from './provider-hands.ts';
import type { Shop } from './shop.ts';

/** A coupon that a buyer uses, and that ends. */
export async function showCoupon({ admin, customer, line }: Shop): Promise<void> {
  const { id } = await aCoupon(admin, 'WELCOME-10', 'platform');
  await customer.client.placeOrder({ body: { ...(await quotedCheckout(customer, [line])), couponCode: 'welcome-10' } });
  await admin.client.updateCoupon({ id, body: { isActive: false } });
  await admin.client.getCoupon({ id });
  await admin.client.listCoupons({ limit: 1 });
}

export const aCoupon = (by: Api, code: string, funder: 'platform' | 'seller'): Promise<Json> =>
  by.client.createCoupon({ body: { code, funder, discountPercent: 10, maxDiscountCents: 2_000 } });

/** What finance reads, and notes about a payment that the bank took back. */
export async function showFinance(shop: Shop & { sandboxUrl: string }): Promise<void> {
  const { admin } = shop;
  const { id } = await aDispute(shop);
  await admin.client.getDispute({ id });
  await admin.client.updateDispute({ id, body: { note: 'Receipt and tracking were sent', isResponded: true } });
  const today = new Date().toISOString().slice(0, 10);
  await admin.client.getFinanceReport({ by: 'type', from: today, to: today });
  await admin.client.listFinancePeriods();
}

export async function aDispute({ admin, customer, line, sandboxUrl }: Shop & { sandboxUrl: string }): Promise<Json> {
  const placed = await checkOut(customer, [line]);
  await payOnHostedPage(placed.initPoint, 'pix');
  const { id, payment } = await paidOrder(customer, placed.id);
  const { providerPaymentId } = payment!;
  await sandboxOf(sandboxUrl).call('POST', `/charges/${providerPaymentId}/move`, { to: 'chargeback_requested' });
  return eventually(async () => {
    const { disputes } = await admin.client.listDisputes({ limit: 20 });
    const found = disputes.find(({ orderId }) => orderId === id);
    if (!found) throw new Error('the dispute is not known yet');
    return found;
  });
}
