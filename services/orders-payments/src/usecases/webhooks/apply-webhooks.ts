import { isTransient } from '@estampa/kit/postgres/transient-errors';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Context } from '../../context.ts';
import { deadWebhooks } from '../../db/dead-webhook-repository.ts';
import { type Webhook, webhooks } from '../../db/webhook-repository.ts';
import type { PaymentSnapshot } from '../../domain/payment.ts';
import { backoffMs } from '../../domain/schedule.ts';
import { STALE_OUTCOME } from '../../domain/take-snapshot.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import { gatewayOf } from '../payments/gateway-of.ts';

const BATCH_WEBHOOKS = 10;
const CHECK_DEADLINE_MS = 5_000;
/** Webhooks whose lease has expired are taken over; soon, so that a killed process delays no order for long. Applying one twice changes nothing. */
const LEASE_MS = 7_500;

/** A webhook is dead-lettered after this many tries; transient errors are retried without limit. */
export const TRIES_BEFORE_DEAD_LETTER = 5;
const REASON_MAX_CHARACTERS = 1_000;

/** Applies all due webhooks, in order for each payment: one that fails delays those after it. */
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
    // The webhook only proves that something changed, so the payment is read from the provider.
    const gateway = gatewayOf(context, webhook.provider);
    const snapshot = await gateway.getPayment(webhook.providerPaymentId, AbortSignal.timeout(CHECK_DEADLINE_MS));
    if (!snapshot) return await webhooks.saveAppliedNow(context.em, webhook, 'unknown_payment');
    const shown = gateway.isUndone(webhook.event) ? { ...snapshot, isUndone: true } : snapshot;
    const seen = webhook.refused ? asRejected(shown) : shown;
    const outcome = await applySnapshot(context, gateway.name, seen, (tx, reported) => {
      if (reported !== STALE_OUTCOME) webhooks.saveApplied(tx, webhook, reported);
    });
    // A clock ahead of ours, or a concurrent check, made this one stale; the next check decides.
    if (outcome === STALE_OUTCOME) await postpone(context, stored, backoffMs(1));
  } catch (error) {
    context.log.warn({ err: error, event: stored.event, tries: stored.tries }, 'a payment webhook was not applied');
    if (!isOfTheMoment(error) && (stored.isUnread || stored.tries >= TRIES_BEFORE_DEAD_LETTER)) {
      return deadWebhooks.insert(context.em, stored, String(error).slice(0, REASON_MAX_CHARACTERS));
    }
    const pauseMs = error instanceof ProviderError ? error.retryAfterMs : 0;
    await postpone(context, stored, Math.max(backoffMs(stored.tries), pauseMs));
  }
}

const postpone = ({ em, now }: Context, webhook: Webhook, waitMs: number): Promise<boolean> =>
  webhooks.saveDue(em, webhook, new Date(now().getTime() + waitMs));

/** Transient errors of the provider, or of our own infrastructure, say nothing about the webhook. */
const isOfTheMoment = (error: unknown): boolean =>
  error instanceof ProviderError ? error.failure !== 'rejected' : isTransient(error);

/** Reads a webhook that an earlier version could not read; null if it is not about a payment. */
async function readAgain(context: Context, webhook: Webhook): Promise<Webhook | null> {
  const { provider, query, rawBody } = webhook;
  const read = gatewayOf(context, provider).parse({ headers: {}, query, rawBody });
  if (!read) return null;
  await webhooks.saveRead(context.em, webhook, read);
  return {
    ...webhook,
    event: read.event,
    providerPaymentId: read.paymentId,
    refused: read.isRejected,
    isUnread: false,
  };
}

/** After a rejection the charge is pending again; if money came since, that counts. */
const asRejected = (snapshot: PaymentSnapshot): PaymentSnapshot =>
  ['pending', 'overdue', 'in_review'].includes(snapshot.state) ? { ...snapshot, state: 'rejected' } : snapshot;
