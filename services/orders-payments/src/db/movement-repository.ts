import { bigint, float, integer, nullable, oneOf, uuid } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { Page } from '@estampa/kernel/page';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MATCHED_BY, MOVEMENT_KINDS, type MovementMatch } from '../domain/movement.ts';
import { providerMovement } from './tables/provider-movement.ts';

const CLAIMED_AT_ONCE = 200;
/** While it is new the ledger is about to follow; what is older waits for people or providers. */
const SOON = '5 seconds';
const NEW = '1 minute';
const OLD = '1 minute';

/** What was seen to move at providers, and what of it is matched with the ledger. */
export const movements = {
  claimedAtOnce: CLAIMED_AT_ONCE,

  /** The orders of due movements, which nobody else claims for a while. */
  claimDue: (em: EntityManager, now: Date) => CLAIM.all(em, [now]),

  /** All of some orders. */
  findOfOrders: (em: EntityManager, orderIds: readonly string[]) => OF_ORDERS.all(em, [orderIds]),

  /** Stores matches of those that have none. */
  saveMatches: (em: EntityManager, matches: readonly MovementMatch[]) => SAVE.all(em, [JSON.stringify(matches)]),

  /** Unmatched ones, oldest first; and how many there are. */
  findUnmatched: (em: EntityManager, { skip, limit }: Page) => UNMATCHED.all(em, [limit, skip]),
  countUnmatched: async (em: EntityManager): Promise<number> => (await COUNT.first(em, []))!.count,

  /** How many there are of each kind, and the age of the oldest, without those whose money is on its way back. */
  findAges: (em: EntityManager, now: Date) => AGES.all(em, [now]),
};

const CLAIM = statement(
  `with due as (
     select movement_id from unmatched_movement where due_at <= $1 order by due_at limit ${CLAIMED_AT_ONCE}
     for update skip locked
   )
   update unmatched_movement as u
   set due_at = $1::timestamptz + case when u.seen_at > $1::timestamptz - interval '${NEW}' then interval '${SOON}' else interval '${OLD}' end
   from due join provider_movement as m on m.id = due.movement_id
   where u.movement_id = due.movement_id
   returning m.order_id as "orderId"`,
  { orderId: uuid },
);

const OF_ORDERS = statement(
  `select m.id, m.order_id as "orderId", m.kind, m.amount_cents as "amountCents", x.matched_by as "matchedBy"
   from provider_movement as m left join movement_match as x on x.movement_id = m.id
   where m.order_id = any($1::uuid[]) order by m.seen_at, m.id`,
  { id: uuid, orderId: uuid, kind: oneOf(MOVEMENT_KINDS), amountCents: bigint, matchedBy: nullable(oneOf(MATCHED_BY)) },
);

const SAVE = statement(
  `with matched as (
     select * from jsonb_to_recordset($1) as m ("movementId" uuid, "matchedBy" text, "transactionId" uuid)
   ), noted as (
     delete from unmatched_movement where movement_id in (select "movementId" from matched) returning movement_id
   )
   insert into movement_match (movement_id, matched_by, transaction_id)
   select "movementId", "matchedBy", "transactionId" from matched join noted on movement_id = "movementId"`,
  {},
);

const UNMATCHED = providerMovement.select(
  'm',
  'join unmatched_movement as u on u.movement_id = m.id order by u.seen_at, u.movement_id limit $1 offset $2',
);
const COUNT = statement('select count(*) as count from unmatched_movement', { count: integer });
const AGES = statement(
  `select m.kind, count(*) as count, extract(epoch from $1::timestamptz - min(u.seen_at))::float8 as seconds
   from unmatched_movement as u join provider_movement as m on m.id = u.movement_id
   where not exists (
     select from refund as r
     where r.payment_id = m.payment_id and r.reason in ('late', 'surplus', 'underpaid') and r.status not in ('done', 'failed'))
   group by m.kind`,
  { kind: oneOf(MOVEMENT_KINDS), count: integer, seconds: float },
);
