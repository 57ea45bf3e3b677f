import { selected } from '@estampa/kit/postgres/rows';
import { insertNew } from '@estampa/kit/postgres/insert-new';
import { nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { userAccount, type UserRow } from './tables/user.ts';

const USER = userAccount.columns;

export type User = UserRow;
/** As it is shown: what is secret stays behind. */
export type UserRecord = Pick<
  UserRow,
  Exclude<keyof User, 'passwordHash' | 'devicesKnownFrom' | 'closingSince' | 'eraseAt' | 'deletedAt'>
>;
export type UserWithProfile = { user: UserRecord; sellerProfileId: string | null };

/** A profile that its owner gave up is not shown on the account. */
const USER_WITH_PROFILE = statement(
  `select ${selected(USER, 'u')}, p.id as "sellerProfileId"
   from user_account u left join seller_profile p on p.user_id = u.id and p.active
   where u.id = $1`,
  { ...USER, sellerProfileId: nullable(text) },
);

export async function findUser(em: EntityManager, id: string): Promise<UserWithProfile | null> {
  const found = await USER_WITH_PROFILE.first(em, [id]);
  return found ? { user: found, sellerProfileId: found.sellerProfileId } : null;
}

/** As the transaction leaves it. */
export async function findChangedUser(tx: EntityManager, id: string): Promise<UserWithProfile> {
  await tx.flush();
  return (await findUser(tx, id))!;
}

const USER_BY_EMAIL = statement(
  `select ${selected(USER, 'u')} from user_account u where lower(u.email) = lower($1)`,
  USER,
);

export const findUserByEmail = (em: EntityManager, email: string): Promise<User | undefined> =>
  USER_BY_EMAIL.first(em, [email]);

const USERS_BY_EMAIL = statement(
  `select ${selected(USER, 'u')}, requested.email as requested
   from unnest(${listOf('$1::text[]')}) as requested (email) join user_account u on lower(u.email) = lower(requested.email)`,
  { ...USER, requested: text },
);

/** The accounts of several e-mails, each with the e-mail as it was asked for. */
export const byEmails = (emails: readonly string[]): Query<User & { requested: string }> =>
  USERS_BY_EMAIL.with([...new Set(emails)]);

const { email, name, passwordHash, version } = USER;
const CREDENTIALS = { email, name, passwordHash, version };

const CREDENTIALS_OF_USER = statement(
  `select ${selected(CREDENTIALS, 'u')} from user_account u where u.id = $1`,
  CREDENTIALS,
);

export const findCredentials = (em: EntityManager, id: string): Promise<RowOf<typeof CREDENTIALS> | undefined> =>
  CREDENTIALS_OF_USER.first(em, [id]);

const REHASH = statement(
  `update user_account set password_hash = $2 where id = $1 and (password_hash = $3 or version = $4)`,
  {},
);

/** The same password hashed at another cost, unless it was changed meanwhile: nothing that anybody is told of. */
export const saveRehash = (em: EntityManager, found: User, rehashed: string): Promise<unknown> =>
  REHASH.all(em, [found.id, rehashed, found.passwordHash, found.version]);

/** Everything about an account and its sessions changes under this lock. */
export const lockUser = (tx: EntityManager, id: string): Promise<UserRow | null> =>
  tx.findOne(userAccount.Row, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** A new account, inserted at once; null when the e-mail has one. */
export const insertUser = (tx: EntityManager, row: UserRow): Promise<UserRow | null> =>
  insertNew(tx, userAccount.Row, row);

/** Written with the commit. */
export const saveUser = (tx: EntityManager, row: UserRow, change: Partial<UserRow>): UserRow => tx.assign(row, change);

const { id: userId, status, roles, createdAt, emailVerifiedAt } = USER;
const CURRENT_USER = { id: userId, email, name, status, roles, createdAt, emailVerifiedAt };

export type CurrentUserNow = RowOf<typeof CURRENT_USER>;

const CURRENT_USERS = statement(
  `select ${selected(CURRENT_USER, 'u')}
   from jsonb_array_elements_text($1::jsonb) as requested (id) join user_account u on u.id = requested.id::uuid`,
  CURRENT_USER,
);

/** Of ids as JSON: a list of any length has one plan. */
export const findCurrentUsers = (em: EntityManager, ids: string): Promise<CurrentUserNow[]> =>
  CURRENT_USERS.all(em, [ids]);
