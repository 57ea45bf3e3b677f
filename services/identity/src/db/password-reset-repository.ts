import { type RowOf, uuid } from '@estampa/kit/postgres/columns';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { passwordReset, type PasswordResetRow } from './tables/password-reset.ts';

const OPEN = { ...passwordReset.pick('expiresAt'), userId: uuid };
export type OpenPasswordReset = RowOf<typeof OPEN>;

export const passwordResets = {
  /** One of an account that has not expired. */
  findOpen: (em: EntityManager, tokenHash: string, now: Date): Promise<OpenPasswordReset | undefined> =>
    BY_TOKEN.first(em, [tokenHash, now]),

  /** Written with the commit. */
  insert: (tx: EntityManager, row: PasswordResetRow): void => INSERT.onCommit(tx, [toRecord(row)]),

  /** Once a password was chosen, other links to choose one are void; written with the commit. */
  deleteOfUser: (tx: EntityManager, userId: string): void => DELETE_OF_USER.onCommit(tx, [userId]),
};

const BY_TOKEN = statement(
  `select ${selected(OPEN, 'r')} from password_reset r
   where r.token_hash = $1 and r.expires_at > $2 and r.user_id is not null`,
  OPEN,
);
const INSERT = statement(passwordReset.insertRecord('$1'), {});
const DELETE_OF_USER = statement('delete from password_reset where user_id = $1', {});
