import type { Page } from '@estampa/kernel/page';
import { insertNew } from '@estampa/kit/postgres/insert-new';
import { integer, nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { selected } from '@estampa/kit/postgres/rows';
import { listOf, pipeline, type Query, type Statement, statement } from '@estampa/kit/postgres/statement';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
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
export type Credentials = RowOf<typeof CREDENTIALS>;
export type CurrentUserRow = RowOf<typeof CURRENT>;
export type DueDeletion = RowOf<typeof DUE>;

export const users = {
  find: async (em: EntityManager, id: string): Promise<UserWithProfile | null> =>
    withProfile(await BY_ID.first(em, [id])) ?? null,

  /** As the transaction leaves it. */
  async findChanged(tx: EntityManager, id: string): Promise<UserWithProfile> {
    await tx.flush();
    return (await users.find(tx, id))!;
  },

  findByEmail: (em: EntityManager, email: string): Promise<UserRow | undefined> => BY_EMAIL.first(em, [email]),

  /** The accounts of several e-mails, each with the e-mail as it was requested; to be pipelined with other queries. */
  findByEmails: (emails: readonly string[]): Query<UserRow & { requested: string }> =>
    BY_EMAILS.with([...new Set(emails)]),

  findCredentials: (em: EntityManager, id: string): Promise<Credentials | undefined> => CREDENTIALS_OF.first(em, [id]),

  /** Of ids as JSON: a list of any length has one plan. */
  findCurrent: (em: EntityManager, ids: string): Promise<CurrentUserRow[]> => CURRENT_OF.all(em, [ids]),

  /** Those who meet all conditions, newest first, and how many there are. */
  async findPage(
    em: EntityManager,
    conditions: UserConditions,
    { skip, limit }: Page,
  ): Promise<{ users: UserWithProfile[]; total: number }> {
    const names = NAMES.filter((name) => conditions[name] !== undefined);
    const values = names.map((name) => conditions[name]);
    const { page, total } = pageBy(names);
    const [rows, [counted]] = await pipeline(em, page.with(...values, limit, skip), total.with(...values));
    return { users: rows.map((row) => withProfile(row)!), total: counted!.count };
  },

  /** Everything about an account and its sessions changes under this lock. */
  lock: (tx: EntityManager, id: string): Promise<UserRow | null> =>
    tx.findOne(userAccount.Row, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),

  /** Accounts that are due to be erased; until `until` no other replica takes them, nor after a crash. */
  claimDeletions: (em: EntityManager, now: Date, until: Date, limit: number): Promise<DueDeletion[]> =>
    CLAIM_DELETIONS.all(em, [now, until, limit]),

  /** At once; null when the e-mail has an account. */
  insert: (tx: EntityManager, row: UserRow): Promise<UserRow | null> => insertNew(tx, userAccount.Row, row),

  /** Written with the commit. */
  save: (tx: EntityManager, row: UserRow, change: Partial<UserRow>): UserRow => tx.assign(row, change),

  /** The same password hashed at another cost, unless it was changed since it was read: no event says so. */
  saveRehash: (em: EntityManager, found: UserRow, rehashed: string): Promise<unknown> =>
    SAVE_REHASH.all(em, [found.id, rehashed, found.passwordHash, found.version]),

  /** That an account is to be erased later. */
  postponeDeletion: (em: EntityManager, id: string, until: Date): Promise<unknown> =>
    POSTPONE_DELETION.all(em, [id, until]),
};

const withProfile = (row: RowOf<typeof WITH_PROFILE> | undefined): UserWithProfile | undefined =>
  row && { user: row, sellerProfileId: row.sellerProfileId };

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

/** What is searched for, by the condition that finds it; `?` is its place. */
const CONDITIONS = {
  role: 'u.roles @> array[?::text]',
  status: 'u.status = ?',
  searchPattern: '(u.email ilike ? or u.name ilike ?)',
} as const;
type Name = keyof typeof CONDITIONS;
const NAMES = Object.keys(CONDITIONS) as Name[];
type UserConditions = { [N in Name]?: string | undefined };

const COUNT = { count: integer };
type PageStatements = { page: Statement<typeof WITH_PROFILE>; total: Statement<typeof COUNT> };

/** One pair for each set of conditions, so that each is planned with the index that fits it. */
const PAGES = new Map<string, PageStatements>();

function pageBy(names: readonly Name[]): PageStatements {
  const key = names.join();
  const known = PAGES.get(key) ?? makePage(names);
  PAGES.set(key, known);
  return known;
}

function makePage(names: readonly Name[]): PageStatements {
  const conditions = names.map((name, index) => CONDITIONS[name].replaceAll('?', `$${index + 1}`));
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return {
    // The page is cut first, so that profiles are only read of those who are on it.
    page: statement(
      `with u as (
         select * from user_account u ${where}
         order by created_at desc, id desc limit $${names.length + 1} offset $${names.length + 2})
       select ${selected(USER, 'u')}, p.id as "sellerProfileId"
       from u left join seller_profile p on p.user_id = u.id and p.active
       order by u.created_at desc, u.id desc`,
      WITH_PROFILE,
    ),
    total: statement(`select count(*) as count from user_account u ${where}`, COUNT),
  };
}
