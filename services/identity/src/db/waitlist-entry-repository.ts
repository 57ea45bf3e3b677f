import { insertNew } from '@estampa/kit/postgres/insert-new';
import { pagedList } from '@estampa/kit/postgres/paged-list';
import { selected } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import { type EntityManager, LockMode, raw } from '@mikro-orm/postgresql';
import type { UserRow } from './tables/user.ts';
import { waitlistEntry, type WaitlistEntryRow } from './tables/waitlist-entry.ts';

type Wanted = Partial<Pick<WaitlistEntryRow, 'id' | 'inviteTokenHash'>>;

const LIST = pagedList({
  table: 'waitlist_entry',
  conditions: { status: 'status = ?', searchPattern: '(email ilike ? or name ilike ?)' },
  searched: 'searchPattern',
  selected: selected(waitlistEntry.columns, 'r'),
  columns: waitlistEntry.columns,
});

export const waitlistEntries = {
  find: (em: EntityManager, wanted: Wanted): Promise<WaitlistEntryRow | null> => em.findOne(waitlistEntry.Row, wanted),

  /** Of an address in any case; with a user, only one that became that account. */
  findByEmail: (em: EntityManager, email: string, userId?: string): Promise<WaitlistEntryRow | null> =>
    em.findOne(waitlistEntry.Row, {
      [raw('lower(email)')]: email.toLowerCase(),
      ...(userId !== undefined && { userId }),
    }),

  /** Pages of them, newest first; a pattern is matched against e-mails and names. */
  findPage: LIST.find,

  hasConverted: async (em: EntityManager, userId: string): Promise<boolean> =>
    (await em.count(waitlistEntry.Row, { userId, status: 'converted' })) > 0,

  lock: (tx: EntityManager, wanted: Wanted): Promise<WaitlistEntryRow | null> =>
    tx.findOne(waitlistEntry.Row, wanted, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),

  /** At once; null when the e-mail has one. */
  insert: (tx: EntityManager, row: WaitlistEntryRow): Promise<WaitlistEntryRow | null> =>
    insertNew(tx, waitlistEntry.Row, row),

  /** Written with the commit. */
  save: (tx: EntityManager, row: WaitlistEntryRow, change: Partial<WaitlistEntryRow>): WaitlistEntryRow =>
    tx.assign(row, change),

  /** Those that became an account, and those of its address once that is verified, as anybody may write an address; with the commit. */
  deleteOfUser: (
    tx: EntityManager,
    { id, email, emailVerifiedAt }: Pick<UserRow, 'id' | 'email' | 'emailVerifiedAt'>,
  ): void => DELETE_OF_USER.onCommit(tx, [id, email, emailVerifiedAt !== null]),
};

/** A blocked entry stays, or deleting an account would undo the block. */
const DELETE_OF_USER = statement(
  `delete from waitlist_entry where user_id = $1 or (lower(email) = lower($2) and $3 and status <> 'blocked')`,
  {},
);
