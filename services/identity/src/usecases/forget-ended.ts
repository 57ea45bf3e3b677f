import type { Context } from '../context.ts';

const KEEP_SENT_EMAILS_MS = 30 * 24 * 60 * 60_000;

/** Deletes what nothing will ask for again: expired sessions and tokens, and e-mails that are long done. */
export async function forgetEnded({ em, now }: Pick<Context, 'em' | 'now'>): Promise<void> {
  await em.execute('delete from session where expires_at < ?', [now()]);
  await em.execute('delete from refresh_token where expires_at < ?', [now()]);
  const sentBefore = new Date(now().getTime() - KEEP_SENT_EMAILS_MS);
  await em.execute('delete from email where body is null and created_at < ?', [sentBefore]);
}
