import { SAO_PAULO } from '@estampa/kernel/days';
import { bigint, integer, nullable, oneOf, text } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCOUNTS, TRANSFER_KINDS } from '../domain/transfer.ts';

/** Each seals at most a few ten thousand transfers. */
const BLOCKS_AT_ONCE = 2;
/** What a report reads as rows; more than this is first to be added to the sums. */
const TRANSFERS_MAX = 50_000;
const BLOCKS_MAX = 1_000;

/** Of what concerns no seller: an order's shipping, its provider's fee. */
export const NO_SELLER = '00000000-0000-0000-0000-000000000000';
/** Of what concerns no item, and of items whose type no event told. */
export const NO_TYPE = '';

/** Business days, from the first to the last of them. */
export type Days = { from: string; to: string };
export type Grain = 'day' | 'seller' | 'type';

/**
 * What was posted, by the day of its posting in São Paulo: of all, of each seller, of each product type. Stored as sums of what moves
 * between two accounts; what is not summed yet is read as rows, so that nothing is missing.
 */
export const ledgerSums = {
  /** Adds the next sealed blocks; true if there may be more. One replica at a time. */
  addNext: async (em: EntityManager): Promise<boolean> => (await ADD.first(em, []))!.count === BLOCKS_AT_ONCE,

  /** Whether so much is not summed yet that reports would take too long. */
  async isBehind(em: EntityManager): Promise<boolean> {
    const { blocks, transfers } = (await UNSUMMED_SIZE.first(em, []))!;
    return blocks >= BLOCKS_MAX || transfers > TRANSFERS_MAX;
  },

  /** Adds all that is sealed; for whoever seals too, and lets nobody post meanwhile. */
  async addAll(tx: EntityManager): Promise<void> {
    await LOCK.all(tx, []);
    while (await ledgerSums.addNext(tx));
  },

  /** The first day on which anything was posted. */
  findFirstDay: async (em: EntityManager): Promise<string | null> => (await FIRST_DAY.first(em, []))!.day,

  /** What is stored of a day or of a seller where that differs from the rows. Types may have been told since. */
  wrongQuery: (): Query<{ id: string; expected: number; found: number }> => WRONG.with(),

  /** What was moved on all of these days. */
  findMoved: (em: EntityManager, { from, to }: Days) => OF_DAYS.all(em, [from, to]),

  /** What was moved on each day. */
  findByDay: (em: EntityManager, { from, to }: Days) => BY_DAY.all(em, [from, to]),

  /** What was moved by items of each product type, as it was called when they were sold. */
  findByType: (em: EntityManager, { from, to }: Days) => BY_TYPE.all(em, [from, to]),

  /** The same of so many sellers, in the order of their ids, after one of them. */
  findBySeller: (em: EntityManager, { from, to }: Days, after: string, limit: number) =>
    BY_SELLER.all(em, [from, to, after, limit]),
};

/** The name is looked up for each transfer: joined, all items ever sold may be read for the few of two blocks. */
const TYPE_NAME = `(select s.sale ->> 'productTypeName' from sold_item as s where s.order_item_id = t.order_item_id)`;
const rows = (typeName: string): string => `select (t.posted_at at time zone '${SAO_PAULO}')::date as day,
    coalesce(t.seller_profile_id::text, '${NO_SELLER}') collate "C" as seller,
    coalesce(${typeName}, '${NO_TYPE}') collate "C" as type, t.kind, t.debit, t.credit, t.amount_cents
  from ledger_transfer as t`;
const ROWS = rows(TYPE_NAME);
const MOVED = 'kind, debit, credit';
const KEY = `grain, day, subject, ${MOVED}`;

const BY_DAY_AND_SELLER = `select 'day' as grain, day, '' as subject, ${MOVED}, amount_cents from moved
  union all select 'seller', day, seller, ${MOVED}, amount_cents from moved`;

const ADD = statement(
  `with position as (
     select block from ledger_summed for update skip locked
   ), taken as materialized (
     select number, transaction_ids from ledger_block where number > (select block from position)
     order by number limit ${BLOCKS_AT_ONCE}
   ), moved as materialized (
     select day, seller, type, ${MOVED}, sum(amount_cents) as amount_cents
     from (${ROWS} where t.transaction_id in (select unnest(transaction_ids) from taken)) as transfer
     group by day, seller, type, ${MOVED}
   ), of_each as (
     ${BY_DAY_AND_SELLER}
     union all select 'type', day, type, ${MOVED}, amount_cents from moved
   ), added as (
     insert into ledger_sum as s (${KEY}, amount_cents)
     select ${KEY}, sum(amount_cents) from of_each group by ${KEY} order by ${KEY}
     on conflict (${KEY}) do update set amount_cents = s.amount_cents + excluded.amount_cents
   ), moved_on as (
     update ledger_summed set block = (select max(number) from taken) where exists (select from taken)
   )
   select count(*) as count from taken`,
  { count: integer },
);

const LOCK = statement('select from ledger_summed for update', {});

const UNSUMMED_BLOCKS = 'select * from ledger_block where number > (select block from ledger_summed)';

const UNSUMMED_SIZE = statement(
  `select count(*) as blocks, coalesce(sum(transfers), 0) as transfers
   from (${UNSUMMED_BLOCKS} order by number limit ${BLOCKS_MAX}) as block`,
  { blocks: integer, transfers: bigint },
);

const UNSUMMED_IDS = `select unnest(transaction_ids) from (${UNSUMMED_BLOCKS}) as block
  union all select transaction_id from ledger_unsealed`;

/** Of the days that are the first two parameters. */
const UNSUMMED = `select * from (${ROWS} where t.transaction_id in (${UNSUMMED_IDS})) as transfer
  where day between $1::date and $2::date`;

const WRONG = statement(
  `with moved as materialized (
     select * from (${rows(`'${NO_TYPE}'`)} where t.transaction_id in (
       select unnest(transaction_ids) from ledger_block where number <= (select block from ledger_summed))) as transfer
   )
   select concat_ws(' ', ${KEY}) as id, coalesce(posted.cents, 0) as expected, coalesce(stored.cents, 0) as found
   from (
     select ${KEY}, sum(amount_cents) as cents from (${BY_DAY_AND_SELLER}) as of_each group by ${KEY}
   ) as posted full join (
     select ${KEY}, amount_cents as cents from ledger_sum where grain <> 'type'
   ) as stored using (${KEY})
   where coalesce(posted.cents, 0) <> coalesce(stored.cents, 0)`,
  { id: text, expected: integer, found: integer },
);

const COLUMNS = {
  subject: text,
  kind: oneOf(TRANSFER_KINDS),
  debit: oneOf(ACCOUNTS),
  credit: oneOf(ACCOUNTS),
  amountCents: bigint,
};

const FIRST_DAY = statement(
  `select least(
     (select min(day) from ledger_sum where grain = 'day'),
     (select (min(t.posted_at) at time zone '${SAO_PAULO}')::date from ledger_transfer as t where t.transaction_id in (${UNSUMMED_IDS}))
   )::text as day`,
  { day: nullable(text) },
);

const byGrain = (grain: Grain, ofSum: string, ofRow: string) =>
  statement(
    `select subject, ${MOVED}, sum(amount_cents) as "amountCents" from (
       select ${ofSum} as subject, ${MOVED}, amount_cents from ledger_sum
       where grain = '${grain}' and day between $1::date and $2::date
       union all select ${ofRow}, ${MOVED}, amount_cents from (${UNSUMMED}) as unsummed
     ) as moved group by subject, ${MOVED} order by subject`,
    COLUMNS,
  );

const OF_DAYS = byGrain('day', `''`, `''`);
const BY_DAY = byGrain('day', 'day::text', 'day::text');
const BY_TYPE = byGrain('type', 'subject', 'type');

/** The first of each day, of whom the first of all are among them: so no more is read than a page has, however many sellers there are. */
const BY_SELLER = statement(
  `with unsummed as materialized (${UNSUMMED}),
   days as (select day::date from generate_series($1::date, $2::date, '1 day') as day),
   page as materialized (
     select subject from (
       select first.subject from days, lateral (
         select distinct subject from ledger_sum as s
         where s.grain = 'seller' and s.day = days.day and s.subject > $3::text collate "C" order by subject limit $4
       ) as first
       union select seller from unsummed where seller > $3::text collate "C"
     ) as found order by subject limit $4
   )
   select subject, ${MOVED}, sum(amount_cents) as "amountCents" from (
     select s.subject, ${MOVED}, s.amount_cents
     from days cross join page join ledger_sum as s on s.grain = 'seller' and s.day = days.day and s.subject = page.subject
     union all select seller, ${MOVED}, amount_cents from unsummed where seller in (select subject from page)
   ) as moved group by subject, ${MOVED} order by subject`,
  COLUMNS,
);
