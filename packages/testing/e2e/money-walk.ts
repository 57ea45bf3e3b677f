import { expect } from 'vitest';
import type { Json } from '@estampa/stack/demo/api';
import { checkOut, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { sandboxOf } from './provider-hands.ts';
import type { Shop } from './shop.ts';

/** Of an order that was paid out, and of which a part went back. */
export async function showLedger({ admin }: Pick<Shop, 'admin'>, orderId: string): Promise<void> {
  await eventually(async () => {
    const { transfers, incompleteAccounts } = await admin.client.explainOrder({ orderId });
    expect(transfers.map(({ kind }: Json) => kind)).toEqual(expect.arrayContaining(['payout_paid', 'refunded']));
    expect(incompleteAccounts).toEqual([]);
  });
  const { accounts } = await admin.client.listLedgerAccounts();
  expect(accounts.length).toBeGreaterThan(0);
  const { debitCents, creditCents } = await admin.client.getTrialBalance();
  expect(debitCents).toBe(creditCents);
}

/** Refunds of a boleto that are given up or paid by bank transfer, and one that is retried after the provider denied it. */
export async function showRefunds({ admin, customer, line, sandboxUrl }: Shop & { sandboxUrl: string }): Promise<void> {
  const slip = await checkOut(customer, [line]);
  const orderId = slip.id;
  await payOnHostedPage(slip.initPoint, 'boleto');
  await paidOrder(customer, orderId);
  const begin = async () => (await admin.client.refundOrder({ orderId })).refundId;
  const note = 'The buyer keeps the order';
  await admin.client.giveUpRefund({ orderId, refundId: await begin(), body: { note } });
  const settled = { note: 'Given back by bank transfer' };
  await admin.client.settleRefund({ orderId, refundId: await begin(), body: settled });

  const placed = await checkOut(customer, [line]);
  await payOnHostedPage(placed.initPoint, 'pix');
  await paidOrder(customer, placed.id);
  const sandbox = sandboxOf(sandboxUrl);
  const path = `/asaas/v3/payments/${placed.payment!.providerPaymentId}/refund`;
  await sandbox.script({ method: 'POST', path, refund: 'unfunded' });
  const { refundId } = await admin.client.refundOrder({ orderId: placed.id, body: { amountCents: 880 } });
  await admin.client.retryRefund({ orderId: placed.id, refundId });
}
