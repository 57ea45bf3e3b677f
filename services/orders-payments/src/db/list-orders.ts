import { integer, type Statement, statement } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Page } from '@estampa/kernel/page';
import { type OrderParts, PARTS, PARTS_COLUMNS } from './load-order.ts';

/** What is looked for, by the condition that finds it; `?` is its place. */
const CONDITIONS = {
  userId: 'user_id = ?',
  paymentStatus: 'payment_status = ?',
  fulfillmentStatus: 'fulfillment_status = ?',
  searchPattern: 'search_text like ?',
  email: 'lower(email) = ?',
  createdFrom: 'created_at >= ?',
  createdBefore: 'created_at < ?',
} as const;

type Name = keyof typeof CONDITIONS;
export type OrderConditions = { [N in Name]?: string | Date | undefined };

/** A page of the orders that meet all conditions, newest first, as they are shown. */
export function listParts(
  em: EntityManager,
  conditions: OrderConditions,
  { skip, limit }: Page,
): Promise<OrderParts[]> {
  const { names, values } = said(conditions);
  return cached(PAGES, names, pageOf).all(em, [...values, limit, skip]);
}

export async function countOrders(em: EntityManager, conditions: OrderConditions): Promise<number> {
  const { names, values } = said(conditions);
  return (await cached(COUNTS, names, countOf).first(em, values))!.count;
}

function said(conditions: OrderConditions): { names: Name[]; values: unknown[] } {
  const names = (Object.keys(CONDITIONS) as Name[]).filter((name) => conditions[name] !== undefined);
  return { names, values: names.map((name) => conditions[name]) };
}

/** One statement for each set of conditions, so that each is planned with the index that fits it. */
const PAGES = new Map<string, Statement<typeof PARTS_COLUMNS>>();
const COUNTS = new Map<string, Statement<{ count: typeof integer }>>();

function cached<S>(known: Map<string, S>, names: readonly Name[], make: (names: readonly Name[]) => S): S {
  const key = names.join();
  const found = known.get(key) ?? make(names);
  known.set(key, found);
  return found;
}

const where = (names: readonly Name[]): string =>
  names
    .map((name, index) => `${index === 0 ? 'where' : 'and'} ${CONDITIONS[name].replace('?', `$${index + 1}`)}`)
    .join(' ');

// The page is cut by an index alone, so that nothing is read of the orders that it passes over.
export const pageOf = (names: readonly Name[]) =>
  statement(
    `with page as materialized (
       select id from customer_order ${where(names)}
       order by created_at desc, id desc limit $${names.length + 1} offset $${names.length + 2})
     select ${PARTS} from page join customer_order as o on o.id = page.id order by o.created_at desc, o.id desc`,
    PARTS_COLUMNS,
  );

const countOf = (names: readonly Name[]) =>
  statement(`select count(*) as count from customer_order ${where(names)}`, { count: integer });
