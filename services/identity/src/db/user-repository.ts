import type { ListPage } from '@estampa/kernel/page';
import { nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { type Listed, pagedList } from '@estampa/kit/postgres/paged-list';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserRole } from '../domain/account.ts';
import { userAccount, type UserRow } from './tables/user.ts';

const USER = userAccount.columns;
const WITH_PROFILE = { ...USER, sellerProfileId: nullable(text) };
const CREDENTIALS = userAccount.pick('email', 'name', 'passwordHash', 'version');
const CURRENT = userAccount.pick('id', 'email', 'name', 'status', 'roles', 'createdAt', 'emailVerifiedAt');
const DUE = { id: text, sellerProfileId: nullable(text) };

/** As it is shown: what is secret stays behind. */
export type UserRecord = Omit<UserRow, 'passwordHash' | 'devicesKnownFrom' | 'closingSince' | 'eraseAt' | 'deletedAt'>;
/** A profile that its owner gave up is not shown on the account. */
export type UserWithProfile = { user: UserRecord; sellerProfileId: string | null };
type UserConditions = { [N in 'status' | 'searchPattern']?: string | undefined } & { role?: UserRole | undefined };
export type Credentials = RowOf<typeof CREDENTIALS>;
export type CurrentUserRow = RowOf<typeof CURRENT>;
export type DueDeletion = RowOf<typeof DUE>;

export const users = {
  async find(em: EntityManager, id: string): Promise<UserWithProfile | null> {
    const found = await BY_ID.first(em, [id]);
    return found ? splitProfile(found) : null;
  },

  /** A locked account with its profile as the transaction leaves it. */
  async withProfile(tx: EntityManager, user: UserRow): Promise<UserWithProfile> {
    await tx.flush();
    return { user, sellerProfileId: (await PROFILE.first(tx, [user.id]))?.id ?? null };
  },

  findByEmail: (em: EntityManager, email: string): Promise<UserRow | undefined> => BY_EMAIL.first(em, [email]),

  /** The accounts of several e-mails, each with the e-mail as it was requested; to be pipelined with other queries. */
  findByEmails: (emails: readonly string[]): Query<UserRow & { requested: string }> =>
    BY_EMAILS.with([...new Set(emails)]),

  findCredentials: (em: EntityManager, id: string): Promise<Credentials | undefined> => CREDENTIALS_OF.first(em, [id]),

  /** Of ids as JSON: a list of any length has one plan. */
  findCurrent: (em: EntityManager, ids: string): Promise<CurrentUserRow[]> => CURRENT_OF.all(em, [ids]),

  /** Those who meet all conditions in pages, newest first. */
  async findPage(em: EntityManager, conditions: UserConditions, page: ListPage): Promise<Listed<UserWithProfile>> {
    const { role, ...others } = conditions;
    const { rows, ...rest } = await USER_LIST.find(em, { ...others, ...(role && { [role]: true }) }, page);
    return { rows: rows.map(({ position: _position, ...user }) => splitProfile(user)), ...rest };
  },

  /** Everything about an account and its sessions changes under this lock. */
  lock: async (tx: EntityManager, id: string): Promise<UserRow | null> => (await LOCK.first(tx, [id])) ?? null,

  /** The same for the owner of a refresh token; to be pipelined with what is read under the lock. */
  lockByToken: (tokenHash: string): Query<UserRow> => LOCK_BY_TOKEN.with(tokenHash),

  /** Accounts that are due to be erased; until `until` no other replica takes them, nor after a crash. */
  claimDeletions: (em: EntityManager, now: Date, until: Date, limit: number): Promise<DueDeletion[]> =>
    CLAIM_DELETIONS.all(em, [now, until, limit]),

  /** At once; null when the e-mail has an account. */
  insert: async (tx: EntityManager, row: UserRow): Promise<UserRow | null> =>
    (await INSERT.first(tx, [toRecord(row)])) ? row : null,

  /** Written with the commit. */
  save: (tx: EntityManager, row: UserRow): void => SAVE.onCommit(tx, [toRecord(row)]),

  /** The same password hashed at another cost, unless it was changed since it was read: no event says so. */
  saveRehash: (em: EntityManager, found: UserRow, rehashed: string): Promise<unknown> =>
    SAVE_REHASH.all(em, [found.id, rehashed, found.passwordHash, found.version]),

  /** That an account is to be erased later. */
  postponeDeletion: (em: EntityManager, id: string, until: Date): Promise<unknown> =>
    POSTPONE_DELETION.all(em, [id, until]),
};

const splitProfile = ({ sellerProfileId, ...user }: RowOf<typeof WITH_PROFILE>): UserWithProfile => ({
  user,
  sellerProfileId,
});

const BY_ID = statement(
  `select ${selected(USER, 'u')}, p.id as "sellerProfileId"
   from user_account u left join seller_profile p on p.user_id = u.id and p.active
   where u.id = $1`,
  WITH_PROFILE,
);
const BY_EMAIL = statement(`select ${selected(USER, 'u')} from user_account u where lower(u.email) = lower($1)`, USER);
const BY_EMAILS = statement(
  `select ${selected(USER, 'u')}, requested.email as requested
   from unnest(${listOf('$1::text[]')}) as requested (email) join user_account u on lower(u.email) = lower(requested.email)`,
  { ...USER, requested: text },
);
const CREDENTIALS_OF = statement(
  `select ${selected(CREDENTIALS, 'u')} from user_account u where u.id = $1`,
  CREDENTIALS,
);
const CURRENT_OF = statement(
  `select ${selected(CURRENT, 'u')}
   from jsonb_array_elements_text($1::jsonb) as requested (id) join user_account u on u.id = requested.id::uuid`,
  CURRENT,
);

const PROFILE = statement('select id from seller_profile where user_id = $1 and active', { id: text });
const LOCK = userAccount.select('u', 'where u.id = $1 for update');
const LOCK_BY_TOKEN = userAccount.select(
  'u',
  `where u.id = (
     select s.user_id from refresh_token t join session s on s.id = t.session_id where t.token_hash = $1) for update`,
);

const { id: _id, createdAt: _createdAt, ...CHANGEABLE } = userAccount.columns;
const INSERT = statement(`${userAccount.insertRecord('$1')} on conflict do nothing returning id`, { id: text });
const SAVE = statement(userAccount.updateRecord('$1', CHANGEABLE), {});

const CLAIM_DELETIONS = statement(
  `with due as materialized (
     select id from user_account where erase_at <= $1 order by erase_at limit $3 for update skip locked)
   update user_account u set erase_at = $2 from due left join seller_profile p on p.user_id = due.id
   where u.id = due.id returning u.id, p.id as "sellerProfileId"`,
  DUE,
);
const POSTPONE_DELETION = statement('update user_account set erase_at = $2 where id = $1 and erase_at is not null', {});
const SAVE_REHASH = statement(
  `update user_account set password_hash = $2 where id = $1 and (password_hash = $3 or version = $4)`,
  {},
);

export const USER_LIST = pagedList({
  table: 'user_account',
  conditions: {
    // Without a parameter, as the index of a role that few have is of that role alone.
    customer: `roles @> array['customer']`,
    seller: `roles @> array['seller']`,
    admin: `roles @> array['admin']`,
    status: 'status = ?',
    searchPattern: '(email ilike ? or name ilike ?)',
  },
  searched: 'searchPattern',
  selected: `${selected(USER, 'r')}, p.id as "sellerProfileId"`,
  joined: 'left join seller_profile p on p.user_id = r.id and p.active',
  columns: WITH_PROFILE,
});
