import { integer, json, statement, text, together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';
import { COULD_NOT } from '../domain/render.ts';
import { REQUESTS_PER_SELLER_MAX, TURN_MS } from '../domain/render-request.ts';
import { KEEP_PLACEMENTS } from './render-inputs.ts';

/** One artwork on one template, as somebody wants to see it. */
export type RenderRequest = {
  id: string;
  artworkId: string;
  templateId: string;
  placement: Placement;
  tries: number;
};

type Wanted = Pick<RenderRequest, 'id' | 'templateId' | 'placement'> & {
  /** Of the render, where there is none of the pair yet. */
  renderId: string;
  artworkVersion: number;
  widthPx: number;
  heightPx: number;
};

const WAITING = statement('select count(*) as waiting from render_request where seller_profile_id = $1', {
  waiting: integer,
});

/** How many more a seller may ask for now. */
export async function requestsLeft(em: EntityManager, sellerProfileId: string): Promise<number> {
  const { waiting } = (await WAITING.first(em, [sellerProfileId]))!;
  return Math.max(0, REQUESTS_PER_SELLER_MAX - waiting);
}

/** What was tried in vain waits again; a picture that stands, or is being made, is shown until the next one does. */
const SHOW_PENDING = statement(
  `insert into render (artwork_id, template_id, id, status, artwork_version, placement, width_px, height_px, version, created_at)
   select $1::uuid, w."templateId", w."renderId", 'pending', w."artworkVersion",
     w.placement || jsonb_build_object('updatedAt', $3::text), w."widthPx", w."heightPx", 0, $3::timestamptz
   from jsonb_to_recordset($2::jsonb)
     as w("templateId" text, placement jsonb, "renderId" uuid, "artworkVersion" int, "widthPx" int, "heightPx" int)
   on conflict (artwork_id, template_id) do update set status = 'pending', error = null where render.status = 'failed'`,
  {},
);

/** Each of a seller's is due somewhat later than the one before it, so that few of one go before the many of another. */
const ASK = statement(
  `insert into render_request (artwork_id, template_id, id, seller_profile_id, placement, due_at, free_at, tries)
   select $1::uuid, w."templateId", w.id, $4::uuid, w.placement,
     $3::timestamptz + (own.waiting + w.at - 1) * interval '${TURN_MS} milliseconds', '-infinity', 0
   from rows from (jsonb_to_recordset($2::jsonb) as ("templateId" text, placement jsonb, id uuid)) with ordinality
       as w("templateId", placement, id, at),
     (select count(*) as waiting from render_request where seller_profile_id = $4::uuid) own
   on conflict (artwork_id, template_id) do update
     set id = excluded.id, placement = excluded.placement, free_at = excluded.free_at, tries = 0`,
  {},
);

/** Keeps the placements and lets their pictures be made; what was asked for before of the same pair is forgotten. */
export async function askForRenders(
  tx: EntityManager,
  {
    artworkId,
    sellerProfileId,
    wanted,
    now,
  }: { artworkId: string; sellerProfileId: string; wanted: Wanted[]; now: Date },
): Promise<void> {
  const [asked, at] = [JSON.stringify(wanted), now.toISOString()];
  await together(
    tx,
    // Renders before placements, as whoever makes a picture does.
    SHOW_PENDING.with(artworkId, asked, at),
    KEEP_PLACEMENTS.with(artworkId, asked, at),
    ASK.with(artworkId, asked, at, sellerProfileId),
  );
}

const CLAIM = statement(
  `update render_request set free_at = $2, tries = tries + 1 where (artwork_id, template_id) = (
     select artwork_id, template_id from render_request
     where free_at <= $1 and ($3::uuid[] is null or id = any($3::uuid[]))
     order by due_at limit 1 for update skip locked
   ) returning id, artwork_id as "artworkId", template_id as "templateId", placement, tries`,
  { id: text, artworkId: text, templateId: text, placement: json<Placement>(), tries: integer },
);

/** The one that is due first, of these or of all; nobody else takes it before `until`. */
export const claimRequest = (
  em: EntityManager,
  { now, until, ids }: { now: Date; until: Date; ids: readonly string[] | null },
): Promise<RenderRequest | undefined> => CLAIM.first(em, [now, until, ids]);

const DONE = statement('delete from render_request where id = $1', {});

export const forgetRequest = (em: EntityManager, id: string): Promise<unknown> => DONE.all(em, [id]);

const FORGET_OF = statement('delete from render_request where artwork_id = $1 and template_id = any($2::text[])', {});

/** What was asked for is not wanted any more. */
export const forgetRequestsOf = (tx: EntityManager, artworkId: string, templateIds: readonly string[]): void =>
  FORGET_OF.later(tx, [artworkId, templateIds]);

const TRY_AGAIN = statement(
  `with again as (update render_request set due_at = $2, free_at = $2 where id = $1 returning artwork_id, template_id)
   update render r set status = 'pending', error = null from again
   where r.artwork_id = again.artwork_id and r.template_id = again.template_id and r.status = 'failed'`,
  {},
);

export const tryRequestAgainAt = (em: EntityManager, id: string, at: Date): Promise<unknown> =>
  TRY_AGAIN.all(em, [id, at]);

const GIVE_UP = statement(
  `with given as (delete from render_request where id = $1 returning artwork_id, template_id)
   update render r set status = 'failed', error = coalesce($2, r.error, '${COULD_NOT}') from given
   where r.artwork_id = given.artwork_id and r.template_id = given.template_id and r.status in ('pending', 'failed')`,
  {},
);

/** Says why where no earlier picture stands. */
export const giveUpRequest = (em: EntityManager, id: string, why: string | null): Promise<unknown> =>
  GIVE_UP.all(em, [id, why]);

/** What rests after a try in vain is due when it may be tried again. */
const UNDER_WAY = statement(
  `select template_id as "templateId" from render_request
   where artwork_id = $1 and template_id = any($2::text[]) and not (due_at = free_at and free_at > $3)`,
  { templateId: text },
);

/** Whether any of these is about to be made. */
export const areRendersUnderWay = async (
  em: EntityManager,
  { artworkId, templateIds, now }: { artworkId: string; templateIds: readonly string[]; now: Date },
): Promise<boolean> => (await UNDER_WAY.first(em, [artworkId, templateIds, now])) !== undefined;

/** Few rows: what is made is forgotten, and a seller has only so many. */
const DUE = statement(
  `select count(*)::int as waiting, coalesce(extract(epoch from $1 - min(due_at)), 0)::int as "oldestSeconds"
   from render_request where due_at <= $1 and free_at <= $1`,
  { waiting: integer, oldestSeconds: integer },
);

/** What could be made now and is not: how many, and for how long the first has been due. */
export const requestsDue = async (em: EntityManager, now: Date): Promise<{ waiting: number; oldestSeconds: number }> =>
  (await DUE.first(em, [now]))!;
