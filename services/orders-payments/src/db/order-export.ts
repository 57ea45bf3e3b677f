import { text } from '@estampa/kit/postgres/columns';
import type { Position } from '@estampa/kernel/cursor';
import { type Batch, readsFor, scanStatement } from '@estampa/kit/postgres/scan';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type ConditionName, CONDITIONS, type OrderConditions } from './order-pages.ts';
import { SELLERS_SHOWN, SHOWN, SHOWN_COLUMNS, type ShownParts } from './order-parts.ts';

/** Equalities with an index in order of time; of several the first is searched by, since it finds the fewest. */
const SEARCHED_BY: readonly ConditionName[] = ['userId', 'email', 'paymentStatus', 'fulfillmentStatus'];
const OF_CREATION: readonly ConditionName[] = ['createdFrom', 'createdBefore'];

/** Orders in batches of an export, as they are shown. */
export const exportedOrders = {
  /** Of all buyers: newest first, or with `updatedSince` the latest change last. */
  find: (em: EntityManager, requested: OrderConditions, position: Position): Promise<Batch<ShownParts>> =>
    batchOf('all', requested).find(em, Object.values(given(requested)), position),

  /** With items of one seller, and only those items; newest first. */
  findSellers: (
    em: EntityManager,
    sellerProfileId: string,
    requested: OrderConditions,
    position: Position,
  ): Promise<Batch<ShownParts>> =>
    batchOf('sellers', requested).find(em, [sellerProfileId, ...Object.values(given(requested))], position),

  /** Where an export continues after an order, newest first; undefined for an unknown order. */
  findPosition: async (em: EntityManager, id: string): Promise<Position | undefined> => {
    const found = await POSITION.first(em, [id]);
    return found && { ...found, id };
  },

  /** The same among the orders of a seller. */
  findSellersPosition: async (
    em: EntityManager,
    sellerProfileId: string,
    id: string,
  ): Promise<Position | undefined> => {
    const found = await SELLERS_POSITION.first(em, [id, sellerProfileId]);
    return found && { ...found, id };
  },
};

const given = (requested: OrderConditions): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(CONDITIONS).flatMap((name) => {
      const value = requested[name as ConditionName];
      return value === undefined ? [] : [[name, value]];
    }),
  );

type Whose = 'all' | 'sellers';
const BATCHES = new Map<string, ReturnType<typeof batchStatement>>();

/** One statement for each set of filters, so that each is planned with the index that fits it. */
function batchOf(whose: Whose, requested: OrderConditions): ReturnType<typeof batchStatement> {
  const names = Object.keys(given(requested)) as ConditionName[];
  const key = [whose, ...names].join();
  const batch = BATCHES.get(key) ?? batchStatement(whose, names);
  BATCHES.set(key, batch);
  return batch;
}

export const batchStatement = (whose: Whose, names: readonly ConditionName[]) =>
  scanStatement({
    read: whose === 'all' ? readAll(names) : readSellers(names),
    isNewestFirst: whose === 'sellers' || !names.includes('updatedSince'),
    selected: whose === 'all' ? SHOWN : SELLERS_SHOWN,
    from: 'customer_order as o on o.id = page.id',
    columns: SHOWN_COLUMNS,
  });

function readAll(names: readonly ConditionName[]): string {
  const isOfChanges = names.includes('updatedSince');
  const searchedBy = SEARCHED_BY.find((name) => names.includes(name));
  const sought = isOfChanges
    ? ['updatedSince' as const]
    : names.filter((name) => name === searchedBy || OF_CREATION.includes(name));
  const [column, comparison, direction] = isOfChanges ? ['updated_at', '>', 'asc'] : ['created_at', '<', 'desc'];
  const condition = (name: ConditionName) => conditionAt(name, names.indexOf(name) + 1);
  const [at, id] = [`$${names.length + 1}::timestamptz`, `$${names.length + 2}::uuid`];
  const matched = names.filter((name) => !sought.includes(name)).map(condition);
  return `
    select id, ${column} as at, ${matching(matched)}
    from customer_order where ${[...sought.map(condition), `(${column}, id) ${comparison} (${at}, ${id})`].join(' and ')}
    order by ${column} ${direction}, id ${direction} limit ${readsFor(matched)}`;
}

/** Ids of orders grow with time, so the seller's orders come from an index of items only. */
function readSellers(names: readonly ConditionName[]): string {
  const [at, id] = [`$${names.length + 2}::timestamptz`, `$${names.length + 3}::uuid`];
  const matched = names.map((name, index) => conditionAt(name, index + 2));
  return `
    select own.id, ${at} as at, ${matching(matched)}
    from (
      select distinct order_id as id from order_item where seller_profile_id = $1 and order_id < ${id}
      order by order_id desc limit ${readsFor(matched)}) as own
    join customer_order as o on o.id = own.id`;
}

const conditionAt = (name: ConditionName, place: number): string => CONDITIONS[name].replace('?', `$${place}`);

const matching = (conditions: readonly string[]): string => `${conditions.join(' and ') || 'true'} as matches`;

const POSITION = statement('select created_at::text as at from customer_order where id = $1', { at: text });

const SELLERS_POSITION = statement(
  `select 'infinity' as at where exists (select from order_item where order_id = $1 and seller_profile_id = $2)`,
  { at: text },
);
