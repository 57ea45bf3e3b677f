import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const DISCARD = statement(
  `insert into discarded_object (key, due_at) select key, $2 from unnest($1::text[]) as key
   on conflict (key) do update set due_at = greatest(discarded_object.due_at, excluded.due_at)`,
  {},
);

/** Lets objects go once `dueAt` has come, with the change that makes them superfluous. */
export const discardObjects = (tx: EntityManager, keys: readonly string[], dueAt: Date): void =>
  DISCARD.onCommit(tx, [keys, dueAt]);

const AT_ONCE = statement('update discarded_object set due_at = $2 where key = any($1)', {});

/** Lets objects that were to go some time go now; those that may stay after all do. */
export const discardAtOnce = (em: EntityManager, keys: readonly string[], now: Date): Promise<unknown> =>
  AT_ONCE.all(em, [keys, now]);

const STORE = statement('delete from discarded_object where key = any($1::text[])', {});

/** Lets objects stay after all. */
export const retainObjects = (tx: EntityManager, keys: readonly string[]): void => STORE.onCommit(tx, [keys]);

const DISCARD_RENDER = statement(
  `insert into discarded_object (key, due_at)
   select $1, case when exists (
     select from seller_product p join template t on t.product_type_id = p.product_type_id
     where t.id = $3 and p.artwork_id = $2 and p.status in ('active', 'paused', 'archived')
   ) then $5::timestamptz else $4::timestamptz end
   on conflict (key) do update set due_at = greatest(discarded_object.due_at, excluded.due_at)`,
  {},
);

type RenderImage = { key: string; artworkId: string; templateId: string };

/** Lets the image of a render go: later where a product showed it that could be ordered. */
export const discardRender = (
  tx: EntityManager,
  { key, artworkId, templateId }: RenderImage,
  { dueAt, orderedDueAt }: { dueAt: Date; orderedDueAt: Date },
): void => DISCARD_RENDER.onCommit(tx, [key, artworkId, templateId, dueAt, orderedDueAt]);

const SPARE = statement(
  `delete from discarded_object d where due_at <= $1 and (
     exists (select from sold_picture sold where sold.key = d.key) or exists (select from render r where r.key = d.key))`,
  {},
);

/** What an order shows stays for good, and so does what was taken up again. */
export const spareShown = (em: EntityManager, now: Date): Promise<unknown> => SPARE.all(em, [now]);

/** Of a template's image there may be a public copy that was never told of. */
const DISCARD_ABANDONED_UPLOADS = statement(
  `with abandoned as (
     delete from upload where key in (
       select key from upload where completed_at is null and expires_at < $1
       order by expires_at limit $3 for update skip locked
     ) returning key, template_id
   ), discarded as (
     insert into discarded_object (key, due_at)
     select key, $2::timestamptz from abandoned
     union select regexp_replace(key, '^private/', 'public/'), $2::timestamptz from abandoned where template_id is not null
     on conflict (key) do nothing
   )
   select key from abandoned`,
  { key: text },
);

/** Uploads that were presigned and never completed; how many. */
export const discardAbandonedUploads = async (
  em: EntityManager,
  expiredBefore: Date,
  now: Date,
  limit: number,
): Promise<number> => (await DISCARD_ABANDONED_UPLOADS.all(em, [expiredBefore, now, limit])).length;

const FORGET_TEMPLATE_UPLOADS = statement(
  `with old as (
     delete from upload where key in (
       select key from upload where completed_at < $1 and template_id is not null
       order by completed_at limit $3 for update skip locked
     ) returning key, template_id
   ), copy as (
     select regexp_replace(key, '^private/', 'public/') as key, template_id from old
   ), discarded as (
     insert into discarded_object (key, due_at)
     select key, $2 from copy where not exists (
       select from template
       where template.id = copy.template_id and images @> jsonb_build_array(jsonb_build_object('key', copy.key))
     )
     on conflict (key) do nothing
   )
   select key from old`,
  { key: text },
);

/** Forgets uploads that were completed long ago, with the copies that no template came to name; how many uploads. */
export const forgetTemplateUploads = async (
  em: EntityManager,
  completedBefore: Date,
  now: Date,
  limit: number,
): Promise<number> => (await FORGET_TEMPLATE_UPLOADS.all(em, [completedBefore, now, limit])).length;

const CLAIM_DUE = statement(
  `update discarded_object set due_at = $2 where key in (
     select key from discarded_object where due_at <= $1 order by due_at limit $3 for update skip locked
   ) returning key`,
  { key: text },
);

/** Nobody else takes these before `until`. */
export const claimDiscarded = async (em: EntityManager, now: Date, until: Date, limit: number): Promise<string[]> =>
  (await CLAIM_DUE.all(em, [now, until, limit])).map(({ key }) => key);

export const forgetDiscarded = (em: EntityManager, keys: readonly string[]): Promise<unknown> => STORE.all(em, [keys]);
