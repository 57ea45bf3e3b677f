import { integer } from '@estampa/kit/postgres/columns';
import { type Query, type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

type SummedBy = { readonly [N in Name]?: unknown };

const CONDITIONS = { sellerProfileId: 'seller_profile_id = ?', status: 'status = ?' } as const;
type Name = keyof typeof CONDITIONS;
const NAMES = Object.keys(CONDITIONS) as Name[];

/** Stands for all sellers. */
const ALL_SELLERS = '00000000-0000-0000-0000-000000000000';

/** What sellers have where, exactly and without reading items. Triggers note changes; a job adds the notes to the sums. */
export const payoutSums = {
  /** What one seller has where, in cents. */
  findSums: async (em: EntityManager, sellerProfileId: string) => (await SUMS.first(em, [sellerProfileId]))!,

  /** What all sellers are owed, and owe, in cents. */
  findOwed: async (em: EntityManager) => (await OWED.first(em, []))!,

  /** The number of items, of all sellers or one; for a pipeline. */
  countQuery(wanted: SummedBy): Query<{ count: number }> {
    const names = NAMES.filter((name) => wanted[name] !== undefined);
    return COUNTS.get(names.join())!.with(...names.map((name) => wanted[name]));
  },

  /** Adds a batch of notes to the sums; true if there may be more. */
  saveNoted: async (em: EntityManager): Promise<boolean> => (await ADD.first(em, []))!.count === ADDED_AT_ONCE,
};

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;

function countOf(names: readonly Name[]): Statement<{ count: typeof integer }> {
  const conditions = names.map((name, index) => CONDITIONS[name].replace('?', `$${index + 1}`));
  const ofAll = names.includes('sellerProfileId') ? [] : [`seller_profile_id = '${ALL_SELLERS}'`];
  return statement(
    `select coalesce(sum(items), 0) as count from (
       select items from payout_sum ${where([...conditions, ...ofAll])}
       union all select items from payout_sum_change ${where(conditions)}) as counted`,
    { count: integer },
  );
}

const COUNTS = new Map(
  NAMES.reduce<Name[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]).map((names) => [
    names.join(),
    countOf(names),
  ]),
);

/** Paid is what really was paid out, adjustments taken off: an item reversed after it was paid counts there too. */
const SUMS = statement(
  `select
     coalesce(sum(cents) filter (where status = 'held'), 0) as "heldCents",
     coalesce(sum(cents) filter (where status = 'releasable'), 0) as "releasableCents",
     coalesce(sum(cents) filter (where is_paid), 0) as "paidCents",
     coalesce(sum(cents) filter (where status = 'reversed'), 0) as "reversedCents"
   from (
     select status, is_paid, cents from payout_sum where seller_profile_id = $1
     union all select status, is_paid, cents from payout_sum_change where seller_profile_id = $1) as summed`,
  { heldCents: integer, releasableCents: integer, paidCents: integer, reversedCents: integer },
);

/** What one seller owes back pays no other. */
const OWED = statement(
  `select coalesce(sum(greatest(held, 0)), 0) as held,
     coalesce(sum(greatest(releasable, 0)), 0) as releasable,
     coalesce(-sum(least(releasable, 0)), 0) as owed_back
   from (
     select sum(cents) filter (where status = 'held') as held, sum(cents) filter (where status = 'releasable') as releasable
     from (
       select seller_profile_id, status, cents from payout_sum where seller_profile_id <> '${ALL_SELLERS}'
       union all select seller_profile_id, status, cents from payout_sum_change) as summed
     where status in ('held', 'releasable') group by seller_profile_id
   ) as of_seller`,
  { held: integer, releasable: integer, owed_back: integer },
);

const ADDED_AT_ONCE = 10_000;
const [KEY, VALUES] = ['seller_profile_id, status, is_paid', 'items, cents'];

const ADD = statement(
  `with noted as (
     delete from payout_sum_change where id in (
       select id from payout_sum_change order by id limit ${ADDED_AT_ONCE} for update skip locked)
     returning ${KEY}, ${VALUES}
   ), of_each as (
     select ${KEY}, ${VALUES} from noted union all select '${ALL_SELLERS}', status, is_paid, ${VALUES} from noted
   ), added as (
     insert into payout_sum as s (${KEY}, ${VALUES})
     select ${KEY}, sum(items), sum(cents) from of_each group by ${KEY} order by ${KEY}
     on conflict (${KEY}) do update set items = s.items + excluded.items, cents = s.cents + excluded.cents
   )
   select count(*) as count from noted`,
  { count: integer },
);
