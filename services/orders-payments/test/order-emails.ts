import { randomUUID } from 'node:crypto';
import { ReceiptServiceClient } from '@estampa/contracts/orders/v1/receipt';
import { eventually } from '@estampa/testing/eventually';
import { expect, it } from 'vitest';
import type { CheckoutWorld } from './checkout-world.ts';
import type { moneyIn } from './money-in.ts';
import { responses } from './stand-ins.ts';

type Ground = () => { world: CheckoutWorld; money: ReturnType<typeof moneyIn>; totalCents: number };

/** What a buyer is told and shown of a paid order. */
export function describeOrderEmails(ground: Ground): void {
  const emailsOf = (orderId: string) => responses.emails.filter((email) => email.orderId === orderId);
  const kindsOf = (orderId: string) => emailsOf(orderId).map(({ kind, amountCents }) => `${kind} ${amountCents}`);
  const receiptOf = async (url: string) => {
    const client = ground().world.service.client(ReceiptServiceClient, { caller: null });
    return (await client.getReceipt({ token: url.split('/').at(-1)! })).receipt!;
  };

  it('is told of its payment and of each refund, with its receipt', async () => {
    const { world, money, totalCents } = ground();
    const order = await money.aPaidOrder();
    await eventually(() => expect(kindsOf(order.id)).toEqual([`approved ${totalCents}`]));
    const asAdmin = world.as(randomUUID(), ['admin']);
    for (const amountCents of [1_000, 480]) await asAdmin.refundOrder({ orderId: order.id, amountCents, lines: [] });

    await eventually(() =>
      expect(kindsOf(order.id).toSorted()).toEqual([`approved ${totalCents}`, 'refunded 1000', 'refunded 480']),
    );
    const [{ recipient, receiptUrl, orderNumber }] = emailsOf(order.id) as [(typeof responses.emails)[number]];
    expect(recipient).toBe(`${order.userId}@demo.example`);
    const read = await order.read();
    expect(read.receiptUrl).toBe(receiptUrl);
    expect(await receiptOf(receiptUrl!)).toMatchObject({
      orderNumber,
      paymentStatus: 'approved',
      paymentMethod: 'pix',
      totalCents,
      paidCents: totalCents,
      refundedCents: 1_480,
      items: read.items.map(({ title, lineTotalCents }) => ({ title, lineTotalCents })),
    });
  });

  it('is told again, under the same id, when no response came', async () => {
    const { money, world } = ground();
    responses.lostEmailResponses = 1;
    const order = await money.aPaidOrder();
    await eventually(() => expect(emailsOf(order.id)).toHaveLength(1));
    await eventually(async () => {
      await world.service.database.query(
        'update order_milestone set email_due_at = now() where order_id = $1 and email_due_at is not null',
        [order.id],
      );
      expect(emailsOf(order.id).length).toBeGreaterThan(1);
    });

    expect(new Set(emailsOf(order.id).map(({ id }) => id)).size).toBe(1);
  });

  it('has no receipt until it is paid, and a wrong link shows none', async () => {
    const { money } = ground();
    const order = await money.anOrder();

    expect((await order.read()).receiptUrl).toBeUndefined();
    await expect(receiptOf('https://shop.example/receipts/AAAA.BBBB')).rejects.toMatchObject({ kind: 'not_found' });
  });
}
