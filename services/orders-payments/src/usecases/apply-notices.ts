import type { Context } from '../context.ts';
import { leaseDueNotices, markApplied, markAppliedWith, type Notice, postpone } from '../db/notices.ts';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { backoffMs } from '../domain/schedule.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { gatewayOf } from './gateway-of.ts';

const BATCH_NOTICES = 10;
const LOOK_DEADLINE_MS = 10_000;
/** Another replica takes a notice over when its first taker has vanished. */
const LEASE_MS = 20_000;

/** Applies all notices that are due, in order for each payment: one that fails holds back those after it. */
export async function applyNotices(context: Context): Promise<void> {
  for (;;) {
    const notices = await takeDue(context);
    if (notices.length === 0) return;
    await Promise.all(notices.map((notice) => applyNotice({ ...context, em: context.em.fork() }, notice)));
  }
}

function takeDue({ em, now }: Context): Promise<Notice[]> {
  const at = now();
  return leaseDueNotices(em, at, new Date(at.getTime() + LEASE_MS), BATCH_NOTICES);
}

async function applyNotice(context: Context, notice: Notice): Promise<void> {
  try {
    // The notice itself proves no more than that something changed; the gateway tells what.
    const gateway = gatewayOf(context, notice.provider);
    const snapshot = await gateway.getPayment(notice.providerPaymentId, AbortSignal.timeout(LOOK_DEADLINE_MS));
    if (!snapshot) return void (await markApplied(context.em, notice, 'unknown_payment'));
    const seen = notice.refused ? asRefused(snapshot) : snapshot;
    await applySnapshot(context, gateway.name, seen, (tx, outcome) => markAppliedWith(tx, notice, outcome));
  } catch (error) {
    context.log.warn({ err: error, event: notice.event, tries: notice.tries }, 'a payment notice was not applied');
    const dueAt = new Date(context.now().getTime() + backoffMs(notice.tries));
    await postpone(context.em, notice, dueAt);
  }
}

/** After a refusal the charge waits again; money that came meanwhile counts more. */
const asRefused = (snapshot: PaymentSnapshot): PaymentSnapshot =>
  ['pending', 'overdue', 'in_review'].includes(snapshot.state) ? { ...snapshot, state: 'rejected' } : snapshot;
