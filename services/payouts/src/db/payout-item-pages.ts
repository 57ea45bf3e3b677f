import { type Page, TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { integer, text } from '@estampa/kit/postgres/columns';
import { asJson, row } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { conditionsBy, type PayoutItemFilter, type FilterName, namesOf } from './payout-item-export.ts';
import { payoutItem, type PayoutItemRow } from './tables/payout-item.ts';

/** An item of a page, and its place in the order of the list. */
export type ListedPayoutItem = { item: PayoutItemRow; position: string };

/** A page of the entries that match all filters, newest first. */
export function listPayoutItems(
  em: EntityManager,
  filter: PayoutItemFilter,
  { skip, limit, after }: Page,
): Promise<ListedPayoutItem[]> {
  const names = namesOf(filter);
  const values = [...names.map((name) => filter[name]), limit, skip];
  return after
    ? pageBy(names, 'after').all(em, [...values, after.at, after.id])
    : pageBy(names, undefined).all(em, values);
}

/** How many match, but no more than one above the most that is counted. */
export async function countPayoutItems(em: EntityManager, filter: PayoutItemFilter): Promise<number> {
  const names = namesOf(filter);
  const count = statement(
    `select count(*) as count from (
       select from payout_item where ${conditionsBy(names).join(' and ')} limit ${TOTAL_COUNTED_MAX + 1}) as counted`,
    { count: integer },
  );
  return (await count.first(
    em,
    names.map((name) => filter[name]),
  ))!.count;
}

type Begin = 'after' | undefined;
const PAGES = new Map<string, ReturnType<typeof pageOf>>();

/** One statement for each set of filters, so that each is planned with the index that fits it. */
function pageBy(names: readonly FilterName[], begin: Begin): ReturnType<typeof pageOf> {
  const key = [begin, ...names].join();
  const page = PAGES.get(key) ?? pageOf(names, begin);
  PAGES.set(key, page);
  return page;
}

/** The page comes from an index only, so that skipped items are not read. */
function pageOf(names: readonly FilterName[], begin: Begin) {
  const place = names.length + 1;
  const from = begin ? [`(created_at, id) < ($${place + 2}::timestamptz, $${place + 3}::uuid)`] : [];
  const conditions = [...conditionsBy(names), ...from].join(' and ') || 'true';
  return statement(
    `with page as materialized (
       select id from payout_item where ${conditions}
       order by created_at desc, id desc limit $${place} offset $${place + 1})
     select ${asJson(payoutItem.columns, 'i')} as item, i.created_at::text || ' ' || i.id as position
     from page join payout_item as i on i.id = page.id order by i.created_at desc, i.id desc`,
    { item: row(payoutItem.columns), position: text },
  );
}
