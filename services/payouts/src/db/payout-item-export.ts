import { text } from '@estampa/kit/postgres/columns';
import { asJson, row } from '@estampa/kit/postgres/rows';
import type { Position } from '@estampa/kernel/cursor';
import { type Batch, readsFor, scanStatement } from '@estampa/kit/postgres/scan';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { payoutItem, type PayoutItemRow } from './tables/payout-item.ts';

/** Each has an index in order of time; of several the first is searched by, since it finds the fewest. */
export const CONDITIONS = {
  orderId: 'order_id = ?',
  sellerProfileId: 'seller_profile_id = ?',
  status: 'status = ?',
} as const;
type FilterName = keyof typeof CONDITIONS;
export type PayoutItemFilter = { [N in FilterName]?: string | undefined };

const namesOf = (filter: PayoutItemFilter): FilterName[] =>
  (Object.keys(CONDITIONS) as FilterName[]).filter((name) => filter[name] !== undefined);

/** The conditions of filters whose values are the first parameters. */
const conditionsBy = (names: readonly FilterName[]): string[] =>
  names.map((name, index) => CONDITIONS[name].replace('?', `$${index + 1}`));

/** Entries of what sellers are owed in batches of an export, newest first. */
export const exportedPayoutItems = {
  async find(em: EntityManager, requested: PayoutItemFilter, position: Position): Promise<Batch<PayoutItemRow>> {
    const names = namesOf(requested);
    const values = names.map((name) => requested[name]);
    const { rows, cursor } = await batchOf(names).find(em, values, position);
    return { rows: rows.map(({ item }) => item), cursor };
  },

  /** Where an export continues after an entry; undefined for one that is unknown, or not of this seller. */
  async findPosition(
    em: EntityManager,
    id: string,
    sellerProfileId: string | undefined,
  ): Promise<Position | undefined> {
    const found = await POSITION.first(em, [id, sellerProfileId ?? null]);
    return found && { ...found, id };
  },
};

const BATCHES = new Map<string, ReturnType<typeof batchStatement>>();

/** One statement for each set of filters, so that each is planned with the index that fits it. */
function batchOf(names: readonly FilterName[]): ReturnType<typeof batchStatement> {
  const batch = BATCHES.get(names.join()) ?? batchStatement(names);
  BATCHES.set(names.join(), batch);
  return batch;
}

function batchStatement(names: readonly FilterName[]) {
  const [sought, ...matched] = conditionsBy(names);
  const position = `($${names.length + 1}::timestamptz, $${names.length + 2}::uuid)`;
  return scanStatement({
    read: `
      select id, created_at as at, ${matched.join(' and ') || 'true'} as matches from payout_item
      where ${sought ? `${sought} and ` : ''}(created_at, id) < ${position}
      order by created_at desc, id desc limit ${readsFor(matched)}`,
    isNewestFirst: true,
    selected: `${asJson(payoutItem.columns, 'i')} as item`,
    from: 'payout_item as i on i.id = page.id',
    columns: { item: row(payoutItem.columns) },
  });
}

const POSITION = statement(
  `select created_at::text as at from payout_item where id = $1 and ($2::uuid is null or seller_profile_id = $2)`,
  { at: text },
);
