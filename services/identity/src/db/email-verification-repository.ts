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
};

const BY_TOKEN = emailVerification.select('v', 'where v.token_hash = $1');

const INSERT = statement(emailVerification.insertRecord('$1'), {});
