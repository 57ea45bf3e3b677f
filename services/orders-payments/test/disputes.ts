import { randomUUID } from 'node:crypto';
import { type Dispute, DisputeServiceClient } from '@estampa/contracts/orders/v1/dispute';
import { saoPauloDay } from '@estampa/kernel/days';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { expect, it } from 'vitest';
import DisputesSoFar from '../src/db/migrations/0030-disputes-so-far.ts';
import type { CheckoutWorld } from './checkout-world.ts';
import type { moneyIn } from './money-in.ts';

type Ground = () => { world: CheckoutWorld; money: ReturnType<typeof moneyIn>; totalCents: number };

const ADMIN: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };
const PAGE = { skip: 0, limit: 100 };
/** Of the sandbox. */
const DAYS_TO_RESPOND = 20;
const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const COUNTED_WITHIN_MS = MINUTE_MS;

/** From the moment in which a provider shows a dispute until it has ended. */
export function describeDisputes(ground: Ground): void {
  const admin = () => ground().world.service.client(DisputeServiceClient, { caller: ADMIN });
  const move = (order: { chargeId: string }, to: string) => ground().world.sandbox.move(order.chargeId, to);

  const seenOf = ({ id }: { id: string }, state: string): Promise<Dispute> =>
    eventually(async () => {
      const { disputes } = await admin().listDisputes({ page: PAGE });
      return disputes.find((one) => one.orderId === id && one.state === state) ?? false;
    });

  it('is listed with its day and reason, noted as responded to, and ends as it was decided', async () => {
    const { money, totalCents } = ground();
    const order = await money.aPaidOrder();
    const before = Date.now();
    await move(order, 'chargeback_requested');
    const open = await seenOf(order, 'open');
    const days = [before, Date.now()].map((at) => saoPauloDay(new Date(at + DAYS_TO_RESPOND * DAY_MS)));
    expect(open).toMatchObject({ amountCents: totalCents, outcome: undefined, respondedBy: undefined });
    await eventually(async () => {
      const { dispute } = await admin().getDispute({ id: open.id });
      expect(dispute).toMatchObject({ reason: 'FRAUD', isRespondByAssumed: false });
      expect(days).toContain(dispute!.respondBy);
    });
    expect(open.items[0]).toMatchObject({ trackingCode: undefined, deliveredAt: undefined });
    expect(open.receiptUrl).toBe((await order.read()).receiptUrl);
    const waiting = (due: string) => metric(ground().world.service.opsUrl, 'payment_disputes_to_respond', { due });
    await eventually(async () => expect(await waiting('later')).toBeGreaterThan(0), { deadlineMs: COUNTED_WITHIN_MS });

    const responded = { id: open.id, isResponded: true, note: 'Sent the receipt' };
    await admin().updateDispute(responded);
    const { dispute: again } = await admin().updateDispute(responded);
    expect(again).toMatchObject({ state: 'responded', respondedBy: ADMIN.userId, note: 'Sent the receipt' });
    const { rows } = await ground().world.service.database.query('select action from audit where subject = $1', [
      `dispute:${open.id}`,
    ]);
    expect(rows).toEqual([{ action: 'dispute_updated' }]);

    for (const to of ['chargeback_dispute', 'chargeback_won', 'chargeback_reversed']) await move(order, to);
    expect(await seenOf(order, 'ended')).toMatchObject({ id: open.id, outcome: 'won', respondedBy: ADMIN.userId });
    await expect(admin().updateDispute({ id: open.id, isResponded: false })).rejects.toMatchObject({
      kind: 'wrong_state',
    });
    const { dispute } = await admin().updateDispute({ id: open.id, note: '' });
    expect(dispute!.note).toBeUndefined();
  });

  it('is lost when the money goes back, and one that was undone has a day by our rule', async () => {
    const { money } = ground();
    const [lost, undone] = [await money.aPaidOrder(), await money.anOrder()];
    await move(lost, 'chargeback_requested');
    await seenOf(lost, 'open');
    await move(lost, 'chargeback_lost');
    expect(await seenOf(lost, 'ended')).toMatchObject({ outcome: 'lost' });

    await move(undone, 'received_in_cash');
    await eventually(async () => expect((await undone.read()).paymentStatus).toBe('approved'));
    await move(undone, 'received_in_cash_undone');
    expect(await seenOf(undone, 'open')).toMatchObject({ reason: undefined, isRespondByAssumed: true });
  });

  it('is found once where it was open before it could be followed', async () => {
    const { money, world } = ground();
    const order = await money.aPaidOrder();
    await move(order, 'chargeback_requested');
    const { id, openedAt } = await seenOf(order, 'open');
    await world.service.database.query('delete from payment_dispute where id = $1', [id]);

    for (const sql of [...DisputesSoFar.statements, ...DisputesSoFar.statements])
      await world.service.database.query(sql);

    const { disputes } = await admin().listDisputes({ page: PAGE });
    const found = disputes.filter(({ orderId }) => orderId === order.id);
    expect(found).toEqual([expect.objectContaining({ state: 'open' })]);
    expect(Math.abs(found[0]!.openedAt!.getTime() - openedAt!.getTime())).toBeLessThan(MINUTE_MS);
  });

  it('is for admins alone', async () => {
    const caller = { ...ADMIN, roles: ['seller' as const] };
    const seller = ground().world.service.client(DisputeServiceClient, { caller });
    await expect(seller.listDisputes({ page: PAGE })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(seller.updateDispute({ id: randomUUID(), note: 'x' })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(admin().getDispute({ id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
  });
}
