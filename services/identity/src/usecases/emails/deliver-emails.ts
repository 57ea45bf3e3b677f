import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { type DueEmail, outgoingEmails } from '../../db/email-repository.ts';
import { retryDelayMs } from '../../domain/email-delivery.ts';
import { emailHtml } from '../../domain/email-text.ts';
import { emails } from '../../metrics.ts';

const AT_ONCE = 10;
const POLL_EVERY_MS = 1_000;
/** Claims are renewed so often before they end. */
const RENEWALS_PER_CLAIM = 3;
/** A process that is to stop waits so long for responses to what it has sent. */
const LAST_RESPONSES_MS = 10_000;

type Delivering = Pick<Context, 'em' | 'now' | 'mailer' | 'log' | 'settings'>;

/**
 * Sends what is due at least once, since a crash must lose nothing. A message is sent twice only if the process ended before the
 * mail server acknowledged it: then the same text is sent again, under the same message id.
 */
export async function deliverEmails(context: Delivering, signal: AbortSignal): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const claims = renewClaims(context, underWay);
  await deliverDue(context, underWay, signal).finally(() => clearInterval(claims));
}

/** A slow message does not delay the others. */
async function deliverDue(
  context: Delivering,
  underWay: Map<string, Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    if (!signal.aborted) for (const email of await claim(context, AT_ONCE - underWay.size)) begin(email);
    if (underWay.size === 0) return;
    const responses = [...underWay.values()];
    if (signal.aborted) return void (await Promise.race([Promise.all(responses), pause(LAST_RESPONSES_MS)]));
    await Promise.race([...responses, pause(POLL_EVERY_MS, undefined, { signal }).catch(() => undefined)]);
  }

  function begin(email: DueEmail): void {
    const delivered = deliver(context, email).catch((err: unknown) =>
      context.log.error({ err }, 'outcome of an e-mail not stored'),
    );
    underWay.set(
      email.id,
      delivered.finally(() => underWay.delete(email.id)),
    );
  }
}

async function claim({ em, now, settings }: Delivering, limit: number): Promise<DueEmail[]> {
  return limit > 0 ? outgoingEmails.claimDue(em, now(), after(now(), settings.emailClaimMs), limit) : [];
}

/** However slow a mail server is, no other replica sends the same message. */
function renewClaims({ em, now, settings, log }: Delivering, underWay: ReadonlyMap<string, unknown>): NodeJS.Timeout {
  const renew = () => {
    if (underWay.size === 0) return;
    outgoingEmails
      .claimOn(em, [...underWay.keys()], after(now(), settings.emailClaimMs))
      .catch((err: unknown) => log.warn({ err }, 'claims of e-mails not renewed'));
  };
  return setInterval(renew, settings.emailClaimMs / RENEWALS_PER_CLAIM);
}

/** What came of it is noted at once, so that a crash later concerns no other message. */
async function deliver({ em, now, mailer, log }: Delivering, email: DueEmail): Promise<void> {
  const { id, recipient, subject, body, createdAt } = email;
  if (email.giveUpAt <= now()) {
    emails.inc({ outcome: 'given_up' });
    await outgoingEmails.saveGivenUp(em, id);
    return;
  }
  try {
    await mailer.send({ id, recipient, subject, text: body, html: emailHtml({ subject, body }), date: createdAt });
  } catch (error) {
    emails.inc({ outcome: 'failed' });
    // The code alone: what a mail server says may contain addresses.
    log.warn({ code: (error as { code?: string }).code ?? 'unknown', attempts: email.attempts }, 'e-mail not sent');
    await outgoingEmails.saveFailed(em, id, after(now(), retryDelayMs(email.attempts)), String(error));
    return;
  }
  emails.inc({ outcome: 'sent' });
  await outgoingEmails.saveSent(em, id, now());
}

const after = (timestamp: Date, ms: number): Date => new Date(timestamp.getTime() + ms);
