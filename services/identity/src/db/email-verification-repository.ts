import { toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { emailVerification, type EmailVerificationRow } from './tables/email-verification.ts';

export const emailVerifications = {
  /** Also one that has expired, until it is pruned. */
  find: (em: EntityManager, tokenHash: string): Promise<EmailVerificationRow | undefined> =>
    BY_TOKEN.first(em, [tokenHash]),

  /** Written with the commit. */
  insert: (tx: EntityManager, row: EmailVerificationRow): void => INSERT.onCommit(tx, [toRecord(row)]),

  /** Links that were sent prove nothing any more; written with the commit. */
  deleteOfUser: (tx: EntityManager, userId: string): void => DELETE_OF_USER.onCommit(tx, [userId]),
};

const BY_TOKEN = emailVerification.select('v', 'where v.token_hash = $1');

const INSERT = statement(emailVerification.insertRecord('$1'), {});
const DELETE_OF_USER = statement('delete from email_verification where user_id = $1', {});
