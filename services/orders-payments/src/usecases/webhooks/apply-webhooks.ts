import { isTransient } from '@estampa/kit/postgres/transient-errors';
import { ProviderError } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { deadWebhooks } from '../../db/dead-webhook-repository.ts';
import { type Webhook, webhooks } from '../../db/webhook-repository.ts';
import type { PaymentSnapshot } from '../../domain/payment.ts';
import { backoffMs } from '../../domain/schedule.ts';
import { STALE_OUTCOME } from '../../domain/take-snapshot.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import { gatewayOf } from '../payments/gateway-of.ts';

const BATCH_WEBHOOKS = 10;
const CHECK_DEADLINE_MS = 10_000;
/** Another replica takes a webhook over when its first taker has vanished. */
const LEASE_MS = 20_000;

/** A webhook is set aside after this many tries; trouble of the moment is waited out. */
export const TRIES_BEFORE_DEAD_LETTER = 5;
const REASON_MAX_CHARACTERS = 1_000;

/** Applies all webhooks that are due, in order for each payment: one that fails holds back those after it. */
export async function applyWebhooks(context: Context): Promise<void> {
  for (;;) {
    const due = await claimDue(context);
    if (due.length === 0) return;
    await Promise.all(due.map((webhook) => applyWebhook({ ...context, em: context.em.fork() }, webhook)));
  }
}

function claimDue({ em, now }: Context): Promise<Webhook[]> {
  const at = now();
  return webhooks.claimDue(em, at, new Date(at.getTime() + LEASE_MS), BATCH_WEBHOOKS);
}

async function applyWebhook(context: Context, stored: Webhook): Promise<void> {
  try {
    const webhook = stored.isUnread ? await readAgain(context, stored) : stored;
    if (!webhook) return await webhooks.saveAppliedNow(context.em, stored, 'irrelevant');
    // The webhook itself proves no more than that something changed; the gateway tells what.
    const gateway = gatewayOf(context, webhook.provider);
    const snapshot = await gateway.getPayment(webhook.providerPaymentId, AbortSignal.timeout(CHECK_DEADLINE_MS));
    if (!snapshot) return await webhooks.saveAppliedNow(context.em, webhook, 'unknown_payment');
    const shown = gateway.isUndone(webhook.event) ? { ...snapshot, isUndone: true } : snapshot;
    const seen = webhook.refused ? asRejected(shown) : shown;
    const outcome = await applySnapshot(context, gateway.name, seen, (tx, reported) => {
      if (reported !== STALE_OUTCOME) webhooks.saveApplied(tx, webhook, reported);
    });
    // By a clock that is ahead of ours, or a look that overtook this one: the next look tells.
    if (outcome === STALE_OUTCOME) await postpone(context, stored, backoffMs(1));
  } catch (error) {
    context.log.warn({ err: error, event: stored.event, tries: stored.tries }, 'a payment notice was not applied');
    if (!isOfTheMoment(error) && (stored.isUnread || stored.tries >= TRIES_BEFORE_DEAD_LETTER)) {
      return deadWebhooks.insert(context.em, stored, String(error).slice(0, REASON_MAX_CHARACTERS));
    }
    const pauseMs = error instanceof ProviderError ? error.retryAfterMs : 0;
    await postpone(context, stored, Math.max(backoffMs(stored.tries), pauseMs));
  }
}

const postpone = ({ em, now }: Context, webhook: Webhook, waitMs: number): Promise<boolean> =>
  webhooks.saveDue(em, webhook, new Date(now().getTime() + waitMs));

/** The provider, or our own way to it, is in trouble: that says nothing about the webhook. */
const isOfTheMoment = (error: unknown): boolean =>
  error instanceof ProviderError ? error.failure !== 'rejected' : isTransient(error);

/** What this version can read of a webhook that could not be read when it came; null when it is about something else. */
async function readAgain(context: Context, webhook: Webhook): Promise<Webhook | null> {
  const { provider, query, rawBody } = webhook;
  const read = gatewayOf(context, provider).parse({ headers: {}, query, rawBody });
  if (!read) return null;
  await webhooks.saveRead(context.em, webhook, read);
  return { ...webhook, event: read.event, providerPaymentId: read.paymentId, refused: read.refused, isUnread: false };
}

/** After a rejection the charge waits again; money that came meanwhile counts more. */
const asRejected = (snapshot: PaymentSnapshot): PaymentSnapshot =>
  ['pending', 'overdue', 'in_review'].includes(snapshot.state) ? { ...snapshot, state: 'rejected' } : snapshot;
