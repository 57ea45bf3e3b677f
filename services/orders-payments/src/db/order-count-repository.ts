import { saoPauloDateTime, saoPauloDay } from '@estampa/kernel/days';
import { integer } from '@estampa/kit/postgres/columns';
import type { Counted } from '@estampa/kit/postgres/paged-list';
import { type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** The filters that counts support: status, and complete days of creation. */
export type CountedBy = {
  paymentStatus?: string | undefined;
  fulfillmentStatus?: string | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
};

const CONDITIONS = {
  paymentStatus: 'payment_status = ?',
  fulfillmentStatus: 'fulfillment_status = ?',
  createdFrom: 'day >= ?::text::date',
  createdBefore: 'day < ?::text::date',
} as const;
type Name = keyof typeof CONDITIONS;
const NAMES = Object.keys(CONDITIONS) as Name[];

const MIDNIGHT = '00:00:00';

/** Whether counts can serve these filters; times must be the start of a day. */
export const isCounted = (requested: Readonly<Record<string, unknown>>): requested is CountedBy =>
  Object.entries(requested).every(
    ([name, value]) => value === undefined || (name in CONDITIONS && (!(value instanceof Date) || isMidnight(value))),
  );

const isMidnight = (at: Date): boolean => at.getMilliseconds() === 0 && saoPauloDateTime(at).endsWith(MIDNIGHT);

/** The number of orders, by day and both statuses. Triggers note changes; a job adds the notes to the counts. */
export const orderCounts = {
  /** The number of matching orders, in all and of each day, where counts serve these filters. */
  of(requested: Readonly<Record<string, unknown>>): Counted | undefined {
    if (!isCounted(requested)) return undefined;
    const { names, values } = countedBy(requested);
    return { total: sumOf(names).with(...values), days: { query: (place) => countedDays(names, place), values } };
  },

  /** Adds a batch of notes to the counts; true if there may be more. */
  saveNoted: async (em: EntityManager): Promise<boolean> => (await ADD.first(em, []))!.count === ADDED_AT_ONCE,
};

/** The filters by name, with their values as the counts have them. */
function countedBy(requested: CountedBy): { names: Name[]; values: string[] } {
  const names = NAMES.filter((name) => requested[name] !== undefined);
  const values = names
    .map((name) => requested[name]!)
    .map((value) => (value instanceof Date ? saoPauloDay(value) : value));
  return { names, values };
}

const SUMS = new Map<string, Statement<{ count: typeof integer }>>();

/** One statement for each set of filters. */
export function sumOf(names: readonly Name[]): Statement<{ count: typeof integer }> {
  const key = names.join();
  const sum =
    SUMS.get(key) ??
    statement(`select coalesce(sum(orders), 0) as count from (${counted(names, 1)}) as counted`, { count: integer });
  SUMS.set(key, sum);
  return sum;
}

/** The query for the matching orders of each day; the parameters of the filters begin at a place. */
const countedDays = (names: readonly Name[], place: number): string =>
  `select day, sum(orders) as counted from (${counted(names, place)}) as counted group by day`;

function counted(names: readonly Name[], place: number): string {
  const conditions = names.map((name, index) => CONDITIONS[name].replace('?', `$${place + index}`));
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  return `select day, orders from order_count ${where} union all select day, orders from order_count_change ${where}`;
}

const ADDED_AT_ONCE = 10_000;

const ADD = statement(
  `with noted as (
     delete from order_count_change where id in (
       select id from order_count_change order by id limit ${ADDED_AT_ONCE} for update skip locked)
     returning day, payment_status, fulfillment_status, orders
   ), added as (
     insert into order_count as c (day, payment_status, fulfillment_status, orders)
     select day, payment_status, fulfillment_status, sum(orders) from noted group by 1, 2, 3 order by 1, 2, 3
     on conflict (day, payment_status, fulfillment_status) do update set orders = c.orders + excluded.orders
   )
   select count(*) as count from noted`,
  { count: integer },
);
