import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { CARD, type CheckoutWorld } from './checkout-world.ts';
import { card, mercadoPagoOrders } from './mercado-pago-orders.ts';

const STATES = `select status, due_at is not null as due from payment where order_id = $1 order by attempt`;

/** A page takes several payments: which of them are wanted, and until when. */
export function describePages(world: () => CheckoutWorld): void {
  const { anOrder, becomes, move, paymentsOf, preferencesOf } = mercadoPagoOrders(world);

  async function delayClosing({ preferenceId }: { preferenceId: string }): Promise<string> {
    const path = `/mercadopago/checkout/preferences/${preferenceId}`;
    const { id } = await world().calls.call('POST', '/_control/scripts', { method: 'PUT', path, hold: 'before' });
    return id;
  }

  describe('the page of an order', () => {
    it('is closed to a second payment, also after a crash before that was done', async () => {
      const order = await anOrder();
      const script = await delayClosing(order);
      await order.pay();
      await eventually(async () =>
        expect((await world().calls.call('GET', `/_control/scripts/${script}`)).state).toBe('holding'),
      );

      await world().service.process.kill('SIGKILL');
      await world().service.process.restart();
      // Otherwise another process waits until the claim of the first one ends.
      await world().service.database.query('update payment set due_at = now() where order_id = $1', [order.id]);

      await eventually(async () => expect(await preferencesOf(order.id)).toMatchObject([{ expires: true }]));
      expect(await order.pay()).toBe(409);
      expect(await order.read()).toMatchObject({ paymentStatus: 'approved' });
    });

    it('counts the money of a second attempt while the first is pending', async () => {
      const order = await anOrder();
      await order.begin();
      await eventually(async () => expect((await order.read()).payment!.providerPaymentId).toBeDefined());

      await order.pay(card(CARD.ok));

      await becomes(order, { paymentStatus: 'approved' });
      await eventually(async () => {
        const states = (await paymentsOf(order.id)).map(({ status }: { status: string }) => status);
        expect(states.toSorted()).toEqual(['approved', 'cancelled']);
      });
    });

    it('cannot be paid at its link after it was cancelled, though its only payment had expired', async () => {
      const order = await anOrder();
      await order.begin();
      await move(order, 0, 'expire');
      await becomes(order, { paymentStatus: 'rejected' });

      await world().as(randomUUID(), ['admin']).cancelOrder({ orderId: order.id });

      await eventually(async () => expect(await preferencesOf(order.id)).toMatchObject([{ expires: true }]));
      expect(await order.pay()).toBe(409);
    });

    it('has a payment cancelled that begins when another one has paid, before the link is closed', async () => {
      const order = await anOrder();
      const script = await delayClosing(order);
      await order.pay();
      await becomes(order, { paymentStatus: 'approved' });

      await order.begin();

      await eventually(async () =>
        expect(await paymentsOf(order.id)).toMatchObject([{ status: 'approved' }, { status: 'cancelled' }]),
      );
      await world().calls.call('POST', `/_control/scripts/${script}/release`);
    });

    it('is not polled for ever when one of two payments fails and the other one pays', async () => {
      const order = await anOrder();
      await order.begin();
      // The one that is known first is the order's, and only that one can reject it.
      await eventually(async () => expect((await order.read()).payment!.providerPaymentId).toBeDefined());
      await order.begin();
      const rows = async () =>
        (await world().service.database.query(STATES, [order.id])).rows as { status: string; due: boolean }[];
      await eventually(async () => expect(await rows()).toHaveLength(2));
      await move(order, 0, 'reject');
      await becomes(order, { paymentStatus: 'rejected' });

      await move(order, 1, 'approve');

      await eventually(async () =>
        expect(await rows()).toEqual([
          { status: 'cancelled', due: false },
          { status: 'approved', due: false },
        ]),
      );
    });

    it('can be paid at one link only after a new payment is created', async () => {
      const order = await anOrder();
      await order.begin();
      const { preferenceId } = await order.buyer.payOrder({ orderId: order.id });

      await eventually(async () => expect(await preferencesOf(order.id)).toMatchObject([{ expires: true }, {}]));
      expect(await order.pay()).toBe(409);
      await eventually(async () => expect(await paymentsOf(order.id)).toMatchObject([{ status: 'cancelled' }]));
      await becomes(order, { paymentStatus: 'pending', payment: { providerPreferenceId: preferenceId } });

      await order.pay({ method: 'pix' }, preferenceId);
      await becomes(order, { paymentStatus: 'approved', payment: { providerPreferenceId: preferenceId } });
    });
  });
}
