import { isPassing } from '@estampa/kit/passing-trouble';
import { ProviderError } from '../adapters/payment-gateway.ts';
import type { Context } from '../context.ts';
import { leaseDueNotices, markApplied, markAppliedWith, type Notice, postpone, rememberRead } from '../db/notices.ts';
import { parkNotice } from '../db/parked-notices.ts';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { backoffMs } from '../domain/schedule.ts';
import { STALE_OUTCOME } from '../domain/take-snapshot.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { gatewayOf } from './gateway-of.ts';

const BATCH_NOTICES = 10;
const LOOK_DEADLINE_MS = 10_000;
/** Another replica takes a notice over when its first taker has vanished. */
const LEASE_MS = 20_000;

/** A notice is set aside after this many tries; trouble of the moment is waited out. */
export const TRIES_BEFORE_PARKED = 5;
const REASON_MAX_CHARACTERS = 1_000;

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

async function applyNotice(context: Context, stored: Notice): Promise<void> {
  try {
    const notice = stored.isUnread ? await readAgain(context, stored) : stored;
    if (!notice) return void (await markApplied(context.em, stored, 'irrelevant'));
    // The notice itself proves no more than that something changed; the gateway tells what.
    const gateway = gatewayOf(context, notice.provider);
    const snapshot = await gateway.getPayment(notice.providerPaymentId, AbortSignal.timeout(LOOK_DEADLINE_MS));
    if (!snapshot) return void (await markApplied(context.em, notice, 'unknown_payment'));
    const shown = gateway.isUndone(notice.event) ? { ...snapshot, isUndone: true } : snapshot;
    const seen = notice.refused ? asRejected(shown) : shown;
    const outcome = await applySnapshot(context, gateway.name, seen, (tx, told) => {
      if (told !== STALE_OUTCOME) markAppliedWith(tx, notice, told);
    });
    // By a clock that is ahead of ours, or a look that overtook this one: the next look tells.
    if (outcome === STALE_OUTCOME) await postpone(context.em, stored, new Date(context.now().getTime() + backoffMs(1)));
  } catch (error) {
    context.log.warn({ err: error, event: stored.event, tries: stored.tries }, 'a payment notice was not applied');
    if (!isOfTheMoment(error) && (stored.isUnread || stored.tries >= TRIES_BEFORE_PARKED)) {
      return void (await parkNotice(context.em, stored, String(error).slice(0, REASON_MAX_CHARACTERS)));
    }
    const waitMs = Math.max(backoffMs(stored.tries), error instanceof ProviderError ? error.retryAfterMs : 0);
    await postpone(context.em, stored, new Date(context.now().getTime() + waitMs));
  }
}

/** The provider, or our own way to it, is in trouble: that says nothing about the notice. */
const isOfTheMoment = (error: unknown): boolean =>
  error instanceof ProviderError ? error.failure !== 'rejected' : isPassing(error);

/** What this version can read of a notice that could not be read when it came; null when it is about something else. */
async function readAgain(context: Context, notice: Notice): Promise<Notice | null> {
  const { provider, query, rawBody } = notice;
  const read = gatewayOf(context, provider).parse({ headers: {}, query, rawBody });
  if (!read) return null;
  await rememberRead(context.em, notice, read);
  return { ...notice, event: read.event, providerPaymentId: read.paymentId, refused: read.refused, isUnread: false };
}

/** After a rejection the charge waits again; money that came meanwhile counts more. */
const asRejected = (snapshot: PaymentSnapshot): PaymentSnapshot =>
  ['pending', 'overdue', 'in_review'].includes(snapshot.state) ? { ...snapshot, state: 'rejected' } : snapshot;
