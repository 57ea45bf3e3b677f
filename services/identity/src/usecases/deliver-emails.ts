import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { EmailRow } from '../db/email.entity.ts';
import { retryDelayMs } from '../domain/email-delivery.ts';
import { emailHtml } from '../domain/email-text.ts';
import { emails } from '../metrics.ts';

const BATCH_EMAILS = 10;
/** Longer than any attempt lasts; after it another replica may try. */
const CLAIM_MS = 60_000;

/** Sends what is due. At least once: a crash between sending and noting it sends again, with the same message id. */
export async function deliverEmails(context: Pick<Context, 'em' | 'now' | 'mailer'>): Promise<void> {
  const due = await claimDue(context.em, context.now());
  const failures = (await Promise.all(due.map((email) => deliver(context, email)))).filter((error) => error !== null);
  await context.em.flush();
  if (failures.length > 0) throw new Error(`${failures.length} of ${due.length} e-mails not sent: ${failures[0]}`);
}

/** Replicas share the work: a claimed message is not due again for a while. */
async function claimDue(em: EntityManager, now: Date): Promise<EmailRow[]> {
  const claimed = await em.execute<{ id: string }[]>(
    `update email set attempts = attempts + 1, next_attempt_at = ? where id in (
       select id from email where body is not null and next_attempt_at <= ?
       order by next_attempt_at limit ? for update skip locked
     ) returning id`,
    [new Date(now.getTime() + CLAIM_MS), now, BATCH_EMAILS],
  );
  return claimed.length === 0 ? [] : em.find(EmailRow, { id: { $in: claimed.map(({ id }) => id) } });
}

async function deliver({ now, mailer }: Pick<Context, 'now' | 'mailer'>, email: EmailRow): Promise<string | null> {
  const { id, recipient, subject, body } = email;
  if (!body) return null;
  if (email.giveUpAt <= now()) {
    email.body = null;
    emails.inc({ outcome: 'given_up' });
    return null;
  }
  try {
    await mailer.send({ id, recipient, subject, text: body, html: emailHtml({ subject, body }) });
    emails.inc({ outcome: 'sent' });
    Object.assign(email, { sentAt: now(), body: null, lastError: null });
    return null;
  } catch (error) {
    emails.inc({ outcome: 'failed' });
    const nextAttemptAt = new Date(now().getTime() + retryDelayMs(email.attempts));
    Object.assign(email, { nextAttemptAt, lastError: String(error) });
    // The code alone: what a mail server says may hold addresses.
    return (error as { code?: string }).code ?? 'unknown error';
  }
}
