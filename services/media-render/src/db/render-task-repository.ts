import { areaName, mockupOf } from '@estampa/kernel/mockup-name';
import { integer, text } from '@estampa/kit/postgres/columns';
import { selected, toRecords } from '@estampa/kit/postgres/rows';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';
import { COULD_NOT } from '../domain/render.ts';
import { REQUESTS_PER_SELLER_MAX, TRIES_MAX, REQUEST_INTERVAL_MS } from '../domain/render-queue.ts';
import { placements } from './placement-repository.ts';
import { pendingRender } from './render-repository.ts';
import { render } from './tables/render.ts';
import { type RenderTask, TASK } from './tables/render-task.ts';

type Wanted = Pick<RenderTask, 'id' | 'templateId'> & {
  placement: Placement;
  /** Of what is shown on further surfaces. */
  others: readonly { surface: string; artworkId: string; placement: Placement }[];
  artworkVersion: number;
  /** Of the render, where there is none of the pair yet. */
  renderId: string;
  widthPx: number;
  heightPx: number;
};
export type RenderRequest = { artworkId: string; sellerProfileId: string; wanted: Wanted[]; now: Date };
type Pair = { artworkId: string; templateId: string };
type MadeAtOnce = { leaseId: string; placement: Placement; artworkVersion: number; until: Date };
type Claim = { now: Date; until: Date; ids: readonly string[] | null };

/** The queue of images that are to be made; few rows, as what is made is deleted. */
export const renderTasks = {
  /** How many more a seller may request now. */
  async countFree(em: EntityManager, sellerProfileId: string): Promise<number> {
    const { waiting } = (await WAITING.first(em, [sellerProfileId]))!;
    return Math.max(0, REQUESTS_PER_SELLER_MAX - waiting);
  },

  /** Whether any of these is about to be made. */
  areUnderWay: async (
    em: EntityManager,
    { artworkId, templateIds, now }: { artworkId: string; templateIds: readonly string[]; now: Date },
  ): Promise<boolean> => (await UNDER_WAY.first(em, [artworkId, templateIds, now])) !== undefined,

  /** How many could be made now and are not, for how long the first of them has been due, and how many failed again and again. */
  countDue: async (
    em: EntityManager,
    now: Date,
  ): Promise<{ waiting: number; oldestSeconds: number; failing: number }> => (await DUE.first(em, [now]))!,

  /** The one that is due first, of these or of all; no other replica takes it before `until`. */
  claim: (em: EntityManager, { now, until, ids }: Claim): Promise<RenderTask | undefined> =>
    CLAIM.first(em, [now, until, ids]),

  /**
   * The same, but every other claim, counted by `claims`, prefers what a client requested: a template of thousands of artworks may
   * have all of them made anew, and they would be due before whatever is requested after them.
   */
  async claimNext(em: EntityManager, claim: Claim, claims: number): Promise<RenderTask | undefined> {
    const isForRequests = claim.ids === null && claims % 2 === 0;
    const requested = isForRequests ? await CLAIM_REQUESTED.first(em, [claim.now, claim.until]) : undefined;
    return requested ?? renderTasks.claim(em, claim);
  },

  /** Stores the placements and lets their images be made; an earlier request of the same pair is forgotten. */
  async insert(tx: EntityManager, { artworkId, sellerProfileId, wanted, now }: RenderRequest): Promise<void> {
    const shown = wanted.map((one) => {
      const placement = { ...one.placement, updatedAt: now.toISOString() };
      return pendingRender({ ...one, artworkId, placement }, one.renderId, now);
    });
    const placed = wanted.flatMap(({ templateId: name, placement, others }) => {
      const { templateId } = mockupOf(name);
      const further = others.map(({ surface, ...one }) => ({ ...one, templateId: areaName(templateId, surface) }));
      return [{ artworkId, templateId, placement }, ...further];
    });
    const rows = placed.map(({ placement, ...one }) => ({ ...placement, ...one, updatedAt: now }));
    await pipeline(
      tx,
      // Renders before placements, as in all transactions that lock both; and each in one order, whatever that of the request is.
      SHOW_PENDING.with(toRecords(inOrder(shown))),
      placements.save(inOrder(rows)),
      INSERT.with(artworkId, JSON.stringify(wanted), now, sellerProfileId),
    );
  },

  /** That it failed. Where no earlier image stands, what failed often is shown as failed while it is tried again. */
  saveFailed: (em: EntityManager, id: string, { at, tries }: { at: Date; tries: number }): Promise<unknown> =>
    SAVE_FAILED.all(em, [id, at, tries]),

  /** That it cannot succeed: the task is deleted, and `why` is shown where no earlier image stands and nobody makes one any more. */
  saveGivenUp: (em: EntityManager, id: string, { why, now }: { why: string; now: Date }): Promise<unknown> =>
    SAVE_GIVEN_UP.all(em, [id, why, now]),

  /**
   * A placement that is being made at once takes the place of a task that waits, with the commit: if it ends without an image, the task
   * makes that. Named by the lease, so that it can be deleted with it.
   */
  takeOver: (tx: EntityManager, { artworkId, templateId }: Pair, made: MadeAtOnce): void =>
    TAKE_OVER.onCommit(tx, [artworkId, templateId, made.leaseId, made.placement, made.artworkVersion, made.until]),

  deleteOfLease: (tx: EntityManager, leaseId: string): void => DELETE.onCommit(tx, [leaseId]),

  /** What was requested again since stays, as it has another id. */
  delete: (em: EntityManager, id: string): Promise<unknown> => DELETE.all(em, [id]),

  /** Those of an artwork on some templates, with the commit. */
  deleteOf: (tx: EntityManager, artworkId: string, templateIds: readonly string[]): void =>
    DELETE_OF.onCommit(tx, [artworkId, templateIds]),

  /**
   * The previous version stored requests and outdated artworks in tables of their own. Takes over what a replica of it left behind;
   * gives the artworks that it found out of date.
   */
  async adopt(tx: EntityManager, now: Date): Promise<string[]> {
    await ADOPT_REQUESTS.all(tx, [now]);
    return (await ADOPT_OUTDATED.all(tx, [now])).map(({ id }) => id);
  },
};

const inOrder = <P extends Pair>(pairs: readonly P[]): P[] => {
  const nameOf = ({ artworkId, templateId }: Pair) => `${artworkId} ${templateId}`;
  return pairs.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
};

const WAITING = statement(
  `select count(*) as waiting from render_task where seller_profile_id = $1 and reason = 'requested'`,
  { waiting: integer },
);

/** A task that waits after a failure is due when it may be tried again. */
const UNDER_WAY = statement(
  `select template_id as "templateId" from render_task
   where artwork_id = $1 and template_id = any($2::text[]) and not (due_at = free_at and free_at > $3)`,
  { templateId: text },
);

const DUE = statement(
  `select count(*) filter (where is_due)::int as waiting,
     coalesce(extract(epoch from $1 - min(due_at) filter (where is_due)), 0)::int as "oldestSeconds",
     count(*) filter (where tries >= ${TRIES_MAX})::int as failing
   from (select due_at, tries, due_at <= $1 and free_at <= $1 as is_due from render_task) task`,
  { waiting: integer, oldestSeconds: integer, failing: integer },
);

const claimOf = (which: string) => `
   update render_task set free_at = $2 where (artwork_id, template_id) = (
     select artwork_id, template_id from render_task
     where free_at <= $1 and ${which}
     order by due_at limit 1 for update skip locked
   ) returning ${selected(TASK, 'render_task')}`;

const CLAIM = statement(claimOf('($3::uuid[] is null or id = any($3::uuid[]))'), TASK);
const CLAIM_REQUESTED = statement(claimOf(`reason = 'requested'`), TASK);

/** One that failed, or was removed, is pending again; an image that stands, or is being made, is shown until the next one does. */
const SHOW_PENDING = statement(
  `${render.insertRecords('$1')} on conflict (artwork_id, template_id)
   do update set status = 'pending', error = null, is_deleted = false, placement = excluded.placement
   where render.status = 'failed' or render.is_deleted`,
  {},
);

/** Each of a seller's is due somewhat later than the one before it, so that few of one go before the many of another. */
const INSERT = statement(
  `insert into render_task (artwork_id, template_id, id, seller_profile_id, reason, placement, artwork_version, due_at, free_at, tries)
   select $1::uuid, w."templateId", w.id, $4::uuid, 'requested', w.placement, w."artworkVersion",
     $3::timestamptz + (own.waiting + w.at - 1) * interval '${REQUEST_INTERVAL_MS} milliseconds', '-infinity', 0
   from rows from (jsonb_to_recordset($2::jsonb) as ("templateId" text, placement jsonb, "artworkVersion" int, id uuid)) with ordinality
       as w("templateId", placement, "artworkVersion", id, at),
     (select count(*) as waiting from render_task where seller_profile_id = $4::uuid and reason = 'requested') own
   on conflict (artwork_id, template_id) do update
     set id = excluded.id, reason = excluded.reason, placement = excluded.placement, artwork_version = excluded.artwork_version,
       due_at = least(render_task.due_at, excluded.due_at), free_at = excluded.free_at, tries = 0`,
  {},
);

const SAVE_FAILED = statement(
  `with again as (
     update render_task set due_at = $2, free_at = $2, tries = $3 where id = $1 returning artwork_id, template_id, reason, tries
   )
   update render r set
     status = case when again.tries < ${TRIES_MAX} then 'pending' else 'failed' end,
     error = case when again.tries < ${TRIES_MAX} then null else coalesce(r.error, '${COULD_NOT}') end
   from again
   where r.artwork_id = again.artwork_id and r.template_id = again.template_id and r.status in ('pending', 'failed')
     and again.reason = 'requested'`,
  {},
);

const SAVE_GIVEN_UP = statement(
  `with given as (delete from render_task where id = $1 returning artwork_id, template_id)
   update render r set status = 'failed', error = $2, lease_id = null, lease_until = null from given
   where r.artwork_id = given.artwork_id and r.template_id = given.template_id
     and (r.status in ('pending', 'failed') or (r.status = 'rendering' and r.lease_until <= $3))`,
  {},
);

const TAKE_OVER = statement(
  `update render_task set id = $3, reason = 'requested', placement = $4::jsonb, artwork_version = $5, due_at = $6, free_at = $6, tries = 0
   where artwork_id = $1 and template_id = $2`,
  {},
);

const DELETE = statement('delete from render_task where id = $1', {});
const DELETE_OF = statement(
  `delete from render_task where artwork_id = $1 and split_part(template_id, '.', 1) = any($2::text[])`,
  {},
);

const ADOPT_REQUESTS = statement(
  `with moved as (delete from render_request where free_at <= $1 returning *)
   insert into render_task (artwork_id, template_id, id, seller_profile_id, reason, placement, artwork_version, due_at, free_at, tries)
   select m.artwork_id, m.template_id, m.id, m.seller_profile_id, 'requested', m.placement, a.file_version, m.due_at, '-infinity', 0
   from moved m join artwork a on a.id = m.artwork_id
   on conflict do nothing`,
  {},
);
const ADOPT_OUTDATED = statement('delete from render_refresh where due_at <= $1 returning artwork_id as id', {
  id: text,
});
