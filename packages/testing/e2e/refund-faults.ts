import { expect } from 'vitest';
import type { Json } from '@estampa/stack/demo/api';
import { becomes, type Ending, type Fault, isFoundByReconciling, PAID, type Stage, TOTAL } from './fault-stage.ts';

const RETURNED: Ending = {
  order: 'refunded',
  payments: ['refunded'],
  refunds: [`refund ${TOTAL} done`],
  payoutItems: ['reversed'],
  earning: 'none',
  retainedCents: 0,
};

async function paid(stage: Stage, method: 'pix' | 'card' | 'boleto' = 'pix'): Promise<Json> {
  const order = await stage.place();
  await stage.by.pay(order, method);
  await becomes(stage, order, 'approved');
  return { ...order, paymentId: (await stage.by.paidIds(order.id))[0] };
}

const refund = ({ admin }: Stage, { id }: Json, amountCents?: number): Promise<Json> =>
  admin.client.refundOrder({ orderId: id, body: { amountCents } });

/** What goes wrong on the way back. */
export const REFUND_FAULTS: readonly Fault[] = [
  {
    fault: 'refunds in parts',
    async happens(stage) {
      const order = await paid(stage);
      await refund(stage, order, 880);
      await refund(stage, order, 4_000);
      return order;
    },
    ending: {
      ...PAID,
      payments: ['partially_refunded'],
      refunds: ['refund 880 done', 'refund 4000 done'],
      payoutItems: ['held', 'held', 'held'],
      earning: 'part',
      retainedCents: 6_000,
    },
  },
  {
    fault: 'refunds in parts until nothing is left',
    async happens(stage) {
      const order = await paid(stage);
      await refund(stage, order, 880);
      await refund(stage, order);
      return order;
    },
    // The adjustment for the first part is reversed with the sale.
    ending: {
      ...RETURNED,
      refunds: ['refund 880 done', 'refund 10000 done'],
      payoutItems: ['reversed', 'reversed'],
    },
  },
  {
    fault: 'an answer lost after a refund was made',
    async happens(stage) {
      const order = await paid(stage);
      await stage.sandbox.script({
        method: 'POST',
        path: stage.by.paths.refund(order.paymentId),
        dropConnection: true,
        afterEffect: true,
      });
      // Bare, since the client would try again.
      expect((await stage.admin.send('POST', `/orders/${order.id}/refund`, {})).status).toBe(503);
      return order;
    },
    ending: RETURNED,
  },
  {
    fault: 'a refund that takes its time',
    async happens(stage) {
      const order = await paid(stage);
      await stage.sandbox.script({ method: 'POST', path: stage.by.paths.refund(order.paymentId), refund: 'pending' });
      expect(await refund(stage, order)).toMatchObject({ status: 'pending', totalRefundedCents: 0 });
      expect(await stage.statusOf(order.id)).toBe('approved');
      await stage.by.settleRefunds(order.paymentId, 'done');
      return order;
    },
    ending: RETURNED,
  },
  {
    fault: 'a refund that is denied in the end',
    async happens(stage) {
      const order = await paid(stage);
      await stage.sandbox.script({ method: 'POST', path: stage.by.paths.refund(order.paymentId), refund: 'pending' });
      await refund(stage, order);
      await stage.by.settleRefunds(order.paymentId, 'denied');
      return order;
    },
    ending: { ...PAID, refunds: [`refund ${TOTAL} failed`] },
  },
  {
    fault: 'an account that cannot cover a refund',
    async happens(stage) {
      const order = await paid(stage);
      await stage.sandbox.script({ method: 'POST', path: stage.by.paths.refund(order.paymentId), refund: 'unfunded' });
      const pending = await refund(stage, order);
      expect(pending).toMatchObject({ status: 'pending', totalRefundedCents: 0 });
      const { id: orderId } = order;
      expect(await stage.admin.client.getOrder({ orderId })).toMatchObject({
        refundPendingCents: TOTAL,
        paidCents: TOTAL,
      });
      await stage.admin.client.retryRefund({ orderId, refundId: pending.refundId });
      return order;
    },
    ending: RETURNED,
  },
  {
    fault: 'a bank slip that goes back where its payer says',
    async happens(stage) {
      const order = await paid(stage, 'boleto');
      const { payerActionUrl } = await refund(stage, order);
      if (stage.by.name === 'mercadopago') return order;
      expect(await stage.statusOf(order.id)).toBe('approved');
      await fetch(payerActionUrl, { method: 'POST', redirect: 'manual' });
      return order;
    },
    ending: RETURNED,
  },
  {
    fault: 'a charge that is contested',
    async happens(stage) {
      const order = await paid(stage, 'card');
      await stage.by.dispute(order.paymentId);
      return order;
    },
    ending: { ...PAID, payments: ['disputed'] },
  },
  {
    fault: 'a dispute that is won',
    async happens(stage) {
      const order = await paid(stage, 'card');
      await stage.by.dispute(order.paymentId);
      await stage.by.endDispute(order.paymentId, 'won');
      return order;
    },
    ending: PAID,
  },
  {
    fault: 'a dispute that is lost',
    async happens(stage) {
      const order = await paid(stage, 'card');
      await stage.by.dispute(order.paymentId);
      await stage.by.endDispute(order.paymentId, 'lost');
      return order;
    },
    ending: { ...RETURNED, refunds: [] },
  },
  {
    fault: 'a dispute that is lost, without a webhook',
    async happens(stage) {
      const order = await paid(stage, 'card');
      await stage.sandbox.script({ account: stage.by.name, delivery: 'never', times: 10 });
      await stage.by.dispute(order.paymentId);
      await isFoundByReconciling(stage, async () => {
        const { payment } = await stage.admin.client.getOrder({ orderId: order.id });
        expect(payment!.status).toBe('disputed');
      });
      await stage.by.endDispute(order.paymentId, 'lost');
      await stage.requestAgain(order.id);
      return order;
    },
    ending: { ...RETURNED, refunds: [] },
  },
  {
    fault: 'a dispute that is lost at once, without any webhook',
    async happens(stage) {
      const order = await paid(stage, 'card');
      await stage.sandbox.script({ account: stage.by.name, delivery: 'never', times: 10 });
      await stage.by.dispute(order.paymentId);
      await stage.by.endDispute(order.paymentId, 'lost');
      await isFoundByReconciling(stage, async () => expect(await stage.statusOf(order.id)).toBe('refunded'));
      return order;
    },
    ending: { ...RETURNED, refunds: [] },
  },
  {
    fault: 'a refund made at the provider, without a webhook',
    async happens(stage) {
      const order = await paid(stage);
      await stage.sandbox.script({ account: stage.by.name, delivery: 'never', times: 10 });
      await stage.by.refundByHand(order.paymentId);
      await isFoundByReconciling(stage, async () => expect(await stage.statusOf(order.id)).toBe('refunded'));
      return order;
    },
    ending: { ...RETURNED, refunds: [] },
  },
];
