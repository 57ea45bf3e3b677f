import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { backoffMs } from '../domain/schedule.ts';
import { applySnapshot } from './apply-snapshot.ts';

const BATCH_NOTICES = 10;
const LOOK_DEADLINE_MS = 10_000;
/** Another replica takes a notice over when its first taker has vanished. */
const LEASE_MS = 20_000;

type Notice = { id: string; event: string; provider_payment_id: string; refused: boolean; tries: number };

/** Applies all notices that are due, in order for each payment: one that fails holds back those after it. */
export async function applyNotices(context: Context): Promise<void> {
  for (;;) {
    const notices = await takeDue(context);
    if (notices.length === 0) return;
    await Promise.all(notices.map((notice) => applyNotice({ ...context, em: context.em.fork() }, notice)));
  }
}

const takeDue = ({ em, now }: Context): Promise<Notice[]> =>
  em.execute<Notice[]>(
    `update payment_notice set due_at = ?, tries = tries + 1
     where due_at <= ? and applied_at is null and id in (
       select id from (
         select distinct on (provider, provider_payment_id) id, due_at
         from payment_notice where applied_at is null order by provider, provider_payment_id, id
       ) as first_of_payment
       where due_at <= ? order by id limit ${BATCH_NOTICES})
     returning id, event, provider_payment_id, refused, tries`,
    [new Date(now().getTime() + LEASE_MS), now(), now()],
  );

async function applyNotice(context: Context, notice: Notice): Promise<void> {
  try {
    // The notice itself proves no more than that something changed; the gateway tells what.
    const snapshot = await context.gateway.getPayment(
      notice.provider_payment_id,
      AbortSignal.timeout(LOOK_DEADLINE_MS),
    );
    if (!snapshot) return await markApplied(context.em, notice, 'unknown_payment');
    const seen = notice.refused ? asRefused(snapshot) : snapshot;
    await applySnapshot(context, seen, (tx, outcome) => markApplied(tx, notice, outcome));
  } catch (error) {
    context.log.warn({ err: error, event: notice.event, tries: notice.tries }, 'a payment notice was not applied');
    const dueAt = new Date(context.now().getTime() + backoffMs(notice.tries));
    await context.em.execute('update payment_notice set due_at = ? where id = ?', [dueAt, notice.id]);
  }
}

/** After a refusal the charge waits again; money that came meanwhile counts more. */
const asRefused = (snapshot: PaymentSnapshot): PaymentSnapshot =>
  ['pending', 'overdue', 'in_review'].includes(snapshot.state) ? { ...snapshot, state: 'rejected' } : snapshot;

async function markApplied(em: EntityManager, notice: Notice, outcome: string): Promise<void> {
  await em.execute('update payment_notice set applied_at = now(), outcome = ? where id = ?', [outcome, notice.id]);
}
