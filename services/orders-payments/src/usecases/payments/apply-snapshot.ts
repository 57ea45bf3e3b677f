import { newId } from '@estampa/kernel/ids';
import { inTraceOf } from '@estampa/kit/telemetry/trace';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { disputes } from '../../db/dispute-repository.ts';
import { orders } from '../../db/order-repository.ts';
import { refunds } from '../../db/refund-repository.ts';
import { orderTraces } from '../../db/order-trace-repository.ts';
import type { PaymentSnapshot } from '../../domain/payment.ts';
import { nextStepAt } from '../../domain/refund-schedule.ts';
import { type Taken, takeSnapshot } from '../../domain/take-snapshot.ts';
import { chargedCents, refundedCents, undonePayments } from '../../metrics.ts';
import { orderChanged } from '../orders/order-changed.ts';

const UNDONE = 'payment_undone';
const LOGGED_LOUDLY = new Set(['late', 'surplus', 'underpaid', 'disputed', UNDONE]);

type AlsoInTransaction = (tx: EntityManager, outcome: string) => void;

const UNKNOWN: Taken = { outcome: 'unknown_payment', event: null, purpose: null, returnedCents: 0, denied: [] };

/** Applies what the provider shows of a payment to the order that it belongs to. */
export async function applySnapshot(
  context: Context,
  provider: string,
  snapshot: PaymentSnapshot,
  also: AlsoInTransaction = () => {},
): Promise<string> {
  const { outcome, purpose, returnedCents } = await context.em.transactional(async (tx) => {
    const locked = await orders.lockOfCharge(tx, provider, snapshot);
    const now = context.now();
    const taken = locked ? takeSnapshot(locked, snapshot, { provider, now, newId }) : UNKNOWN;
    if (locked) {
      const trace = await orderTraces.find(tx, locked.order.id);
      const order = await inTraceOf(trace, 'apply payment', async () => orderChanged(tx, taken.event, locked, now));
      orders.save(tx, { ...locked, order, items: [] });
      if (snapshot.dispute) disputes.saveDetails(tx, provider, snapshot.paymentId, snapshot.dispute);
      for (const refund of taken.denied) refunds.saveDue(tx, refund, nextStepAt(refund, now));
    }
    also(tx, taken.outcome);
    return taken;
  });
  // Counted after the commit, so that a retry counts nothing twice.
  if (purpose) chargedCents.inc({ provider, purpose }, snapshot.amountCents);
  refundedCents.inc({ provider }, returnedCents);
  if (outcome === UNDONE) undonePayments.inc({ provider });
  const level = LOGGED_LOUDLY.has(outcome) ? 'warn' : 'info';
  context.log[level]({ paymentId: snapshot.paymentId, status: snapshot.rawStatus, outcome }, 'payment applied');
  context.wake('continue-payments');
  if (purpose && purpose !== 'order') context.wake('continue-refunds');
  return outcome;
}
