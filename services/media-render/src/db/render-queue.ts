import { toRecords } from '@estampa/kit/postgres/rows';
import { integer, json, nullable, oneOf, text } from '@estampa/kit/postgres/columns';
import { statement, pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';
import { COULD_NOT } from '../domain/render.ts';
import {
  RENDER_REASONS,
  type RenderReason,
  REQUESTS_PER_SELLER_MAX,
  TRIES_MAX,
  TURN_MS,
} from '../domain/render-queue.ts';
import { placements } from './placement-repository.ts';
import { pendingRender } from './render-repository.ts';
import { render } from './tables/render.ts';

/** One artwork on one template that is to be made an image of; asked for again, it has another id. */
export type RenderTask = {
  id: string;
  artworkId: string;
  templateId: string;
  reason: RenderReason;
  /** As it was asked for, and the version of the file that this was meant for; null for what is out of date. */
  placement: Placement | null;
  artworkVersion: number | null;
  tries: number;
};

type Wanted = Pick<RenderTask, 'id' | 'templateId'> & {
  placement: Placement;
  artworkVersion: number;
  /** Of the render, where there is none of the pair yet. */
  renderId: string;
  widthPx: number;
  heightPx: number;
};

const WAITING = statement(
  `select count(*) as waiting from render_task where seller_profile_id = $1 and reason = 'requested'`,
  {
    waiting: integer,
  },
);

/** How many more a seller may ask for now. */
export async function requestsLeft(em: EntityManager, sellerProfileId: string): Promise<number> {
  const { waiting } = (await WAITING.first(em, [sellerProfileId]))!;
  return Math.max(0, REQUESTS_PER_SELLER_MAX - waiting);
}

/** What was tried in vain waits again; an image that stands, or is being made, is shown until the next one does. */
const SHOW_PENDING = statement(
  `${render.insertRecords('$1')} on conflict (artwork_id, template_id)
   do update set status = 'pending', error = null where render.status = 'failed'`,
  {},
);

/** Each of a seller's is due somewhat later than the one before it, so that few of one go before the many of another. */
const REQUEST = statement(
  `insert into render_task (artwork_id, template_id, id, seller_profile_id, reason, placement, artwork_version, due_at, free_at, tries)
   select $1::uuid, w."templateId", w.id, $4::uuid, 'requested', w.placement, w."artworkVersion",
     $3::timestamptz + (own.waiting + w.at - 1) * interval '${TURN_MS} milliseconds', '-infinity', 0
   from rows from (jsonb_to_recordset($2::jsonb) as ("templateId" text, placement jsonb, "artworkVersion" int, id uuid)) with ordinality
       as w("templateId", placement, "artworkVersion", id, at),
     (select count(*) as waiting from render_task where seller_profile_id = $4::uuid and reason = 'requested') own
   on conflict (artwork_id, template_id) do update
     set id = excluded.id, reason = excluded.reason, placement = excluded.placement, artwork_version = excluded.artwork_version,
       due_at = least(render_task.due_at, excluded.due_at), free_at = excluded.free_at, tries = 0`,
  {},
);

/** Keeps the placements and lets their images be made; what was asked for before of the same pair is forgotten. */
export async function requestRenders(
  tx: EntityManager,
  {
    artworkId,
    sellerProfileId,
    wanted,
    now,
  }: { artworkId: string; sellerProfileId: string; wanted: Wanted[]; now: Date },
): Promise<void> {
  const shown = wanted.map((one) => {
    const placement = { ...one.placement, updatedAt: now.toISOString() };
    return pendingRender({ ...one, artworkId, placement }, one.renderId, now);
  });
  const placed = wanted.map(({ templateId, placement }) => ({ ...placement, artworkId, templateId, updatedAt: now }));
  await pipeline(
    tx,
    // Renders before placements, as whoever makes an image does.
    SHOW_PENDING.with(toRecords(shown)),
    placements.save(placed),
    REQUEST.with(artworkId, JSON.stringify(wanted), now, sellerProfileId),
  );
}

const COLUMNS = {
  id: text,
  artworkId: text,
  templateId: text,
  reason: oneOf(RENDER_REASONS),
  placement: json<Placement | null>(),
  artworkVersion: nullable(integer),
  tries: integer,
};

const claimOf = (which: string) => `
   update render_task set free_at = $2 where (artwork_id, template_id) = (
     select artwork_id, template_id from render_task
     where free_at <= $1 and ${which}
     order by due_at limit 1 for update skip locked
   ) returning id, artwork_id as "artworkId", template_id as "templateId", reason, placement,
     artwork_version as "artworkVersion", tries`;

const CLAIM = statement(claimOf('($3::uuid[] is null or id = any($3::uuid[]))'), COLUMNS);
const CLAIM_REQUESTED = statement(claimOf(`reason = 'requested'`), COLUMNS);

type Claim = { now: Date; until: Date; ids: readonly string[] | null };

/** The one that is due first, of these or of all; nobody else takes it before `until`. */
export const claimTask = (em: EntityManager, { now, until, ids }: Claim): Promise<RenderTask | undefined> =>
  CLAIM.first(em, [now, until, ids]);

/**
 * The same, but on every other turn what somebody asked for comes first: a template of thousands of artworks may have all of them
 * made anew, and they would be due before whatever is asked for meanwhile.
 */
export async function claimNext(em: EntityManager, claim: Claim, turn: number): Promise<RenderTask | undefined> {
  const isForRequests = claim.ids === null && turn % 2 === 0;
  const requested = isForRequests ? await CLAIM_REQUESTED.first(em, [claim.now, claim.until]) : undefined;
  return requested ?? claimTask(em, claim);
}

const DONE = statement('delete from render_task where id = $1', {});

/** What was asked for again meanwhile stays. */
export const forgetTask = (em: EntityManager, id: string): Promise<unknown> => DONE.all(em, [id]);

const FORGET_OF = statement('delete from render_task where artwork_id = $1 and template_id = any($2::text[])', {});

/** What was asked for is not wanted any more. */
export const forgetTasksOf = (tx: EntityManager, artworkId: string, templateIds: readonly string[]): void =>
  FORGET_OF.onCommit(tx, [artworkId, templateIds]);

const TRY_AGAIN = statement(
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

/** Where no earlier image stands, what failed often is shown as failed while it is tried again. */
export const tryTaskAgain = (em: EntityManager, id: string, { at, tries }: { at: Date; tries: number }) =>
  TRY_AGAIN.all(em, [id, at, tries]);

const GIVE_UP = statement(
  `with given as (delete from render_task where id = $1 returning artwork_id, template_id)
   update render r set status = 'failed', error = $2 from given
   where r.artwork_id = given.artwork_id and r.template_id = given.template_id and r.status in ('pending', 'failed')`,
  {},
);

/** Says why where no earlier image stands. */
export const giveUpTask = (em: EntityManager, id: string, why: string): Promise<unknown> => GIVE_UP.all(em, [id, why]);

/** What rests after a try in vain is due when it may be tried again. */
const UNDER_WAY = statement(
  `select template_id as "templateId" from render_task
   where artwork_id = $1 and template_id = any($2::text[]) and not (due_at = free_at and free_at > $3)`,
  { templateId: text },
);

/** Whether any of these is about to be made. */
export const areRendersUnderWay = async (
  em: EntityManager,
  { artworkId, templateIds, now }: { artworkId: string; templateIds: readonly string[]; now: Date },
): Promise<boolean> => (await UNDER_WAY.first(em, [artworkId, templateIds, now])) !== undefined;

/** Few rows: what is made is forgotten. */
const DUE = statement(
  `select count(*) filter (where is_due)::int as waiting,
     coalesce(extract(epoch from $1 - min(due_at) filter (where is_due)), 0)::int as "oldestSeconds",
     count(*) filter (where tries >= ${TRIES_MAX})::int as failing
   from (select due_at, tries, due_at <= $1 and free_at <= $1 as is_due from render_task) task`,
  { waiting: integer, oldestSeconds: integer, failing: integer },
);

/** What could be made now and is not, for how long the first of it has been due, and what failed again and again. */
export const tasksDue = async (em: EntityManager, now: Date) => (await DUE.first(em, [now]))!;

/** The version before kept requests and artworks that are out of date in tables of their own. */
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

/** Takes over what a replica of the version before left behind; gives the artworks that it found out of date. */
export async function adoptTasks(tx: EntityManager, now: Date): Promise<string[]> {
  await ADOPT_REQUESTS.all(tx, [now]);
  return (await ADOPT_OUTDATED.all(tx, [now])).map(({ id }) => id);
}
