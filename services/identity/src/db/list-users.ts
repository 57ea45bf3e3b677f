import type { Page } from '@estampa/kernel/page';
import { selected } from '@estampa/kit/postgres/rows';
import { integer, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserWithProfile } from './find-user.ts';
import { userAccount } from './tables/user.ts';

/** What is looked for, by the condition that finds it; `?` is its place. */
const CONDITIONS = {
  role: 'u.roles @> array[?::text]',
  status: 'u.status = ?',
  searchPattern: '(u.email ilike ? or u.name ilike ?)',
} as const;

type Name = keyof typeof CONDITIONS;
export type UserConditions = { [N in Name]?: string | undefined };

const USER = userAccount.columns;
const ROW = { ...USER, sellerProfileId: nullable(text) };
const COUNT = { count: integer };
type Statements = { page: Statement<typeof ROW>; total: Statement<typeof COUNT> };

/** A page of those who meet all conditions, newest first, and how many there are. */
export async function findUsers(
  em: EntityManager,
  conditions: UserConditions,
  { skip, limit }: Page,
): Promise<{ users: UserWithProfile[]; total: number }> {
  const names = (Object.keys(CONDITIONS) as Name[]).filter((name) => conditions[name] !== undefined);
  const values = names.map((name) => conditions[name]);
  const { page, total } = statementsFor(names);
  const [rows, [counted]] = await pipeline(em, page.with(...values, limit, skip), total.with(...values));
  const users = rows.map((user) => ({ user, sellerProfileId: user.sellerProfileId }));
  return { users, total: counted!.count };
}

/** One pair for each set of conditions, so that each is planned with the index that fits it. */
const KNOWN = new Map<string, Statements>();

function statementsFor(names: readonly Name[]): Statements {
  const key = names.join();
  const found = KNOWN.get(key) ?? makeStatements(names);
  KNOWN.set(key, found);
  return found;
}

function makeStatements(names: readonly Name[]): Statements {
  const conditions = names.map((name, index) => CONDITIONS[name].replaceAll('?', `$${index + 1}`));
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return {
    // The page is cut first, so that profiles are looked for only of those who are on it.
    page: statement(
      `with u as (
         select * from user_account u ${where}
         order by created_at desc, id desc limit $${names.length + 1} offset $${names.length + 2})
       select ${selected(USER, 'u')}, p.id as "sellerProfileId"
       from u left join seller_profile p on p.user_id = u.id and p.active
       order by u.created_at desc, u.id desc`,
      ROW,
    ),
    total: statement(`select count(*) as count from user_account u ${where}`, COUNT),
  };
}
