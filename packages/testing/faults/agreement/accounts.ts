import type { Json } from '@estampa/stack/demo/api';
import type { InUse } from '../stage/in-use.ts';

const ACCOUNTS = `select email from user_account where email like 'newcomer-%'`;
const WAITING = 'select count(*)::int as count from email where body is not null';

/** Each account that was opened is there, and each one got its mail. */
export async function wrongsOfAccounts({ databases: { identity }, infrastructure, journal }: InUse): Promise<string[]> {
  const [stored, waiting, inbox] = await Promise.all([
    identity.query<{ email: string }>(ACCOUNTS),
    identity.query<{ count: number }>(WAITING),
    fetch(`${infrastructure.mail.webUrl}/email`).then(async (response) => (await response.json()) as Json[]),
  ]);
  const known = new Set(stored.rows.map(({ email }) => email));
  const reached = new Set(inbox.flatMap(({ to }) => (to as Json[]).map(({ address }) => address as string)));
  const count = waiting.rows[0]?.count ?? 0;
  return [
    ...(count > 0 ? [`${count} emails are not sent`] : []),
    ...[...journal.accounts].flatMap((email) => (known.has(email) ? [] : `the account of ${email} is lost`)),
    ...[...journal.accounts].flatMap((email) => (reached.has(email) ? [] : `${email} got no mail`)),
    ...[...known].flatMap((email) => (journal.accounts.has(email) ? [] : `nobody got a response about ${email}`)),
  ];
}
