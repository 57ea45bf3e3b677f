import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../../e2e/shop.ts';
import type { InUse } from '../stage/in-use.ts';
import { untilAccepted } from './until-accepted.ts';

/** Somebody opens an account, to whom a link is sent that verifies the address. */
export async function signUp({ shop, journal }: InUse): Promise<void> {
  const email = `newcomer-${randomUUID()}@example.com`;
  const body = { email, password: PASSWORD, name: 'A newcomer' };
  await untilAccepted(`the account of ${email}`, (options) => shop.api.as(null).client.signUp({ body }, options));
  journal.accounts.add(email);
}
