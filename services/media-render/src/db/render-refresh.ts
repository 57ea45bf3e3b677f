import { boolean, integer, json, statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';

/** Of a render `r`, its artwork `a` and template `t`: a newer file or another revision is there. */
export const IS_STALE = `(r.status = 'rendered'
  and (r.artwork_version < a.file_version or coalesce(r.template_revision < t.revision, false)))`;

/** Of a render `r` and its template `t`: a product on sale shows it. */
const IS_ON_SALE = `exists (
  select from seller_product p where p.artwork_id = r.artwork_id and p.product_type_id = t.product_type_id
    and p.status = 'active' and not p.deleted)`;

const RENDERS = `render r join artwork a on a.id = r.artwork_id join template t on t.id = r.template_id and t.is_active`;
const STALE_ON_SALE = `${RENDERS} where ${IS_STALE} and ${IS_ON_SALE}`;

/** Of a render `r`: whoever stored its picture did not come to say so. */
const IS_TORN = '(r.pending_hash is not null and (r.lease_until is null or r.lease_until < now()))';

const ASK =
  'on conflict (artwork_id) do update set due_at = excluded.due_at, tries = 0, asked = render_refresh.asked + 1';

const ASK_FOR_ARTWORK = statement(
  `insert into render_refresh (artwork_id, due_at, tries, asked)
   select $1::uuid, $2::timestamptz, 0, 1 where exists (select from ${STALE_ON_SALE} and r.artwork_id = $1) ${ASK}`,
  {},
);

/** Lets the pictures of an artwork be made anew that are out of date and on sale, if there are any. */
export const askForRefresh = (tx: EntityManager, artworkId: string, now: Date): void =>
  ASK_FOR_ARTWORK.later(tx, [artworkId, now]);

const ASK_FOR_TORN = statement(
  `insert into render_refresh (artwork_id, due_at, tries, asked)
   select distinct r.artwork_id, $1::timestamptz, 0, 1 from render r where ${IS_TORN} limit $2
   on conflict (artwork_id) do nothing`,
  {},
);

/** Lets pictures be made anew of which nobody knows what stands in storage. */
export const askForTorn = (em: EntityManager, now: Date, limit: number): Promise<unknown> =>
  ASK_FOR_TORN.all(em, [now, limit]);

const NEXT_TEMPLATE = statement(
  `select template_id as "templateId", after_artwork_id as "afterArtworkId" from template_refresh
   order by template_id limit 1 for update skip locked`,
  { templateId: text, afterArtworkId: text },
);

const LOOK_THROUGH = statement(
  `with page as (
     select artwork_id from render where template_id = $1 and artwork_id > $2 order by artwork_id limit $3
   ), asked as (
     insert into render_refresh (artwork_id, due_at, tries, asked)
     select r.artwork_id, $4, 0, 1 from ${STALE_ON_SALE} and r.template_id = $1 and r.artwork_id in (select artwork_id from page)
     ${ASK}
   )
   select artwork_id as id from page order by artwork_id`,
  { id: text },
);

const GO_ON = statement('update template_refresh set after_artwork_id = $2 where template_id = $1', {});
const DONE = statement('delete from template_refresh where template_id = $1', {});

/** Some pictures of one template whose revision has changed; false when no template is left. A crash repeats them. */
export async function lookThroughTemplate(tx: EntityManager, now: Date, limit: number): Promise<boolean> {
  const next = await NEXT_TEMPLATE.first(tx, []);
  if (!next) return false;
  const page = await LOOK_THROUGH.all(tx, [next.templateId, next.afterArtworkId, limit, now]);
  if (page.length < limit) DONE.later(tx, [next.templateId]);
  else GO_ON.later(tx, [next.templateId, page.at(-1)!.id]);
  return true;
}

const CLAIM = statement(
  `update render_refresh set due_at = $2, tries = tries + 1 where artwork_id in (
     select artwork_id from render_refresh where due_at <= $1 order by due_at limit 1 for update skip locked
   ) returning artwork_id as "artworkId", tries, asked`,
  { artworkId: text, tries: integer, asked: integer },
);

export type Refresh = { artworkId: string; tries: number; asked: number };

/** The artwork that has waited longest; nobody else takes it before `until`. */
export const claimRefresh = (em: EntityManager, now: Date, until: Date): Promise<Refresh | undefined> =>
  CLAIM.first(em, [now, until]);

const AGAIN_AT = statement('update render_refresh set due_at = $3 where artwork_id = $1 and asked = $2', {});
const FORGET = statement('delete from render_refresh where artwork_id = $1 and asked = $2', {});

/** What was asked for again meanwhile is due anyway. */
export const refreshAgainAt = ({ artworkId, asked }: Refresh, em: EntityManager, at: Date): Promise<unknown> =>
  AGAIN_AT.all(em, [artworkId, asked, at]);

export const forgetRefresh = ({ artworkId, asked }: Refresh, em: EntityManager): Promise<unknown> =>
  FORGET.all(em, [artworkId, asked]);

const STALE = statement(
  `select r.template_id as "templateId", r.placement, r.artwork_version as "artworkVersion", ${IS_TORN} as "isTorn"
   from ${RENDERS} where r.artwork_id = $1 and (${IS_TORN} or (${IS_STALE} and ${IS_ON_SALE})) order by r.created_at, r.template_id limit $2`,
  { templateId: text, placement: json<Placement>(), artworkVersion: integer, isTorn: boolean },
);

/** The pictures of an artwork that are out of date and on sale, and those of which nobody knows what stands in storage. */
export const rendersToRefresh = (em: EntityManager, artworkId: string, limit: number) =>
  STALE.all(em, [artworkId, limit]);
