import { nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserRow } from './tables/user.ts';

const DUE = { id: text, sellerProfileId: nullable(text) };

export type DueDeletion = RowOf<typeof DUE>;

const CLAIM = statement(
  `with due as materialized (
     select id from user_account where erase_at <= $1 order by erase_at limit $3 for update skip locked)
   update user_account u set erase_at = $2 from due left join seller_profile p on p.user_id = due.id
   where u.id = due.id returning u.id, p.id as "sellerProfileId"`,
  DUE,
);

/** Accounts that are due to be erased; until `until` no other replica takes them, nor after a crash. */
export const claimDeletions = (em: EntityManager, now: Date, until: Date, limit: number): Promise<DueDeletion[]> =>
  CLAIM.all(em, [now, until, limit]);

const POSTPONE = statement('update user_account set erase_at = $2 where id = $1 and erase_at is not null', {});

export const postponeDeletion = (em: EntityManager, id: string, until: Date): Promise<unknown> =>
  POSTPONE.all(em, [id, until]);

const FORGET_VERIFICATIONS = statement('delete from email_verification where user_id = $1', {});

/** Links that were sent prove nothing any more. */
export const forgetEmailVerifications = (tx: EntityManager, userId: string): void =>
  FORGET_VERIFICATIONS.onCommit(tx, [userId]);

/** With their refresh tokens. */
const ERASE_SESSIONS = statement('delete from session where user_id = $1', {});
/** A blocked entry stays, or deleting an account would undo the block; anybody may have written an address that is not verified. */
const ERASE_ENTRIES = statement(
  `delete from waitlist_entry where user_id = $1 or (lower(email) = lower($2) and $3 and status <> 'blocked')`,
  {},
);
/** But for the message about the deletion itself, which goes 30 days after it as all do. */
const ERASE_EMAILS = statement('delete from email where lower(recipient) = lower($1) and about <> $2', {});

export const deletionSubject = (userId: string): string => `user_deletion:${userId}`;

/** What stands about an account in other tables than its own. */
export function eraseTraces(
  tx: EntityManager,
  { id, email, emailVerifiedAt }: Pick<UserRow, 'id' | 'email' | 'emailVerifiedAt'>,
): void {
  ERASE_SESSIONS.onCommit(tx, [id]);
  ERASE_ENTRIES.onCommit(tx, [id, email, emailVerifiedAt !== null]);
  ERASE_EMAILS.onCommit(tx, [email, deletionSubject(id)]);
}
