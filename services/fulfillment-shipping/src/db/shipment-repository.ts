import { selected } from '@estampa/kit/postgres/rows';
import { integer, type RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { shipment, type ShipmentRow } from './tables/shipment.ts';

/** The right to work on one shipment; lost when it runs out or the order ends. */
export type Claim = { id: string; claim: string };
/** A parcel that the carrier can be polled about. */
export type Parcel = RowOf<typeof PARCEL>;

const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Parcels with their labels. */
export const shipments = {
  /** The id of the one that has this label of the provider. */
  findOfLabel: (em: EntityManager, labelId: string): Promise<{ id: string } | undefined> =>
    OF_LABEL.first(em, [labelId]),

  /** How many labels are in which state, from two small indexes. */
  findCounts: async (em: EntityManager) => (await COUNT.first(em, []))!,

  /** In the order of their ids. */
  lock: (tx: EntityManager, ids: readonly string[]): Promise<ShipmentRow[]> =>
    tx.find(shipment.Row, { id: { $in: [...ids] } }, { ...LOCKED, orderBy: { id: 'asc' } }),

  lockOfOrder: (tx: EntityManager, orderId: string): Promise<ShipmentRow | null> =>
    tx.findOne(shipment.Row, { orderId }, LOCKED),

  /** Null when the claim is lost. */
  lockClaimed: (tx: EntityManager, { id, claim }: Claim): Promise<ShipmentRow | null> =>
    tx.findOne(shipment.Row, { id, claim }, LOCKED),

  /** Those whose labels are due at `now` and not on hold, claimed until then. */
  claimLabels: (
    em: EntityManager,
    { claim, now, until, limit }: { claim: string; now: Date; until: Date; limit: number },
  ): Promise<{ id: string }[]> => CLAIM_LABELS.all(em, [claim, until, now, limit]),

  /** Those not polled for longest, due or not, also what another replica has claimed. */
  claimParcels: (em: EntityManager, until: Date, limit: number): Promise<Parcel[]> =>
    CLAIM_PARCELS.all(em, [until, limit]),

  /** Those that are due for a poll at `now`. */
  claimDueParcels: (
    em: EntityManager,
    { now, until, limit }: { now: Date; until: Date; limit: number },
  ): Promise<Parcel[]> => CLAIM_DUE_PARCELS.all(em, [until, now, limit]),

  /** Written with the commit. */
  insert: (tx: EntityManager, row: ShipmentRow): ShipmentRow => shipment.insert(tx, row),

  /** Written with the commit. */
  save: (tx: EntityManager, row: ShipmentRow, change: Partial<ShipmentRow>): ShipmentRow => tx.assign(row, change),

  /** Records a poll of all of `ids` now, and when `mine` are due again. */
  async saveChecked(
    tx: EntityManager,
    { ids, mine, at, nextAt }: { ids: readonly string[]; mine: readonly string[]; at: Date; nextAt: Date },
  ): Promise<void> {
    await SAVE_CHECKED.all(tx, [at, mine, nextAt, ids]);
  },

  /** Sets their next poll to `nextAt`, unless the lease until `until` was lost: a due time that has been moved since stays. */
  async savePostponed(
    em: EntityManager,
    { ids, until, nextAt }: { ids: readonly string[]; until: Date; nextAt: Date },
  ): Promise<void> {
    await SAVE_POSTPONED.all(em, [nextAt, ids, until]);
  },
};

const ID = shipment.pick('id');
const PARCEL = shipment.pick('id', 'orderId', 'labelId', 'status');

const OF_LABEL = statement('select id from shipment where label_id = $1 limit 1', ID);

/**
 * A claim expires by itself, so the work of a process that died goes on elsewhere. What is on hold waits; cancelling it
 * does not.
 */
const CLAIM_LABELS = statement(
  `update shipment set claim = $1, claimed_until = $2
   where id in (
     select s.id from shipment s join sold_order o on o.id = s.order_id
     where s.next_attempt_at <= $3 and (s.claimed_until is null or s.claimed_until <= $3)
       and (s.cancel_requested_at is not null or not (o.is_disputed or o.is_refund_under_way))
     order by s.next_attempt_at limit $4 for update of s skip locked)
   returning id`,
  ID,
);

/** Waits for others who lock parcels, so it locks them in the same order: by id. */
const CLAIM_PARCELS = statement(
  `update shipment set next_track_at = $1
   where id in (
     select id from shipment
     where next_track_at is not null
       and id in (select id from shipment where next_track_at is not null order by next_track_at, id limit $2)
     order by id for update)
   returning ${selected(PARCEL, 'shipment')}`,
  PARCEL,
);

/** Replicas share the parcels. A claim runs out by itself, so those of a process that died are due again. */
const CLAIM_DUE_PARCELS = statement(
  `update shipment set next_track_at = $1
   where id in (
     select id from shipment where next_track_at <= $2 order by next_track_at, id limit $3 for update skip locked)
   returning ${selected(PARCEL, 'shipment')}`,
  PARCEL,
);

/** A shipment that ended in the meantime stays out. */
const SAVE_CHECKED = statement(
  `update shipment set last_checked_at = $1,
     next_track_at = case when id = any($2::uuid[]) then $3::timestamptz else next_track_at end
   where id = any($4::uuid[]) and next_track_at is not null`,
  {},
);

const SAVE_POSTPONED = statement(
  'update shipment set next_track_at = $1 where id = any($2::uuid[]) and next_track_at = $3',
  {},
);

const COUNT = statement(
  `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'failing') as failing,
     count(*) filter (where state = 'on_hold') as on_hold, count(*) filter (where state = 'no_balance') as no_balance,
     count(*) filter (where state = 'cancel_refused') as cancel_refused,
     (select count(*) from shipment
      where next_attempt_at is null and label_url is null and error is not null and status <> 'cancelled') as given_up
   from (
     select case when s.cancel_requested_at is null and (o.is_disputed or o.is_refund_under_way) then 'on_hold'
       when s.cancel_requested_at is not null and s.refusals > 0 then 'cancel_refused'
       when s.lacks_balance then 'no_balance' when s.attempts > 0 then 'failing' else 'waiting' end as state
     from shipment s join sold_order o on o.id = s.order_id where s.next_attempt_at is not null
   ) as due`,
  {
    waiting: integer,
    failing: integer,
    on_hold: integer,
    no_balance: integer,
    cancel_refused: integer,
    given_up: integer,
  },
);
