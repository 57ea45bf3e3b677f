import { mockupOf } from '@estampa/kernel/mockup-name';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ORDERED_RETENTION_MS } from '../domain/upload.ts';
import { isPrintedWith } from './press-profile-repository.ts';
import { isSold, soldImages } from './sold-image-repository.ts';
import { IS_ON_TEMPLATE, IS_SUPERSEDED } from './outdated-render-repository.ts';
import { showsElsewhere } from './seller-product-repository.ts';
import { discardedObject } from './tables/discarded-object.ts';

type RenderImage = { key: string; artworkId: string; templateId: string; createdAt: Date };

/** Objects in storage that are to be removed. */
export const discardedObjects = {
  /** They go once `dueAt` has come; written with the commit of the change that makes them superfluous. */
  insert: (tx: EntityManager, keys: readonly string[], dueAt: Date): void => INSERT.onCommit(tx, [keys, dueAt]),

  /** The image of a render, later where a product showed it that could be ordered; written with the commit. */
  insertRender(
    tx: EntityManager,
    { key, artworkId, templateId, createdAt }: RenderImage,
    { dueAt, orderedDueAt }: { dueAt: Date; orderedDueAt: Date },
  ): void {
    const onTemplate = mockupOf(templateId).templateId;
    INSERT_RENDER.onCommit(tx, [key, artworkId, onTemplate, dueAt, orderedDueAt, unusedDueAt(createdAt)]);
  },

  /** An image that shows several artworks goes where no product comes to show them; written with the commit. */
  insertUnused: (tx: EntityManager, key: string, madeAt: Date): void =>
    INSERT.onCommit(tx, [[key], unusedDueAt(madeAt)]),

  /**
   * The images of artworks that a product has shown until now: orders may show them for a while yet, also once they are replaced. Those
   * that are not stay beyond `dueAt`, as what is shown does; written with the commit.
   */
  insertOrdered: (
    tx: EntityManager,
    { artworkIds, productTypeId }: { artworkIds: readonly string[]; productTypeId: string },
    dueAt: Date,
  ): void => INSERT_ORDERED.onCommit(tx, [artworkIds, productTypeId, dueAt]),

  /** Of uploads that were presigned and never completed, which are deleted; how many. */
  insertAbandoned: async (em: EntityManager, expiredBefore: Date, now: Date, limit: number): Promise<number> =>
    (await INSERT_ABANDONED.all(em, [expiredBefore, now, limit])).length,

  /** Copies that no template came to name, of uploads that were completed long ago, which are deleted; how many uploads. */
  insertUnnamed: async (em: EntityManager, completedBefore: Date, now: Date, limit: number): Promise<number> =>
    (await INSERT_UNNAMED.all(em, [completedBefore, now, limit])).length,

  /** Those among some that are to go later go now. */
  saveDue: (em: EntityManager, keys: readonly string[], now: Date): Promise<unknown> => SAVE_DUE.all(em, [keys, now]),

  /** No other replica takes these before `until`. */
  claimDue: async (em: EntityManager, now: Date, until: Date, limit: number): Promise<string[]> =>
    (await CLAIM_DUE.all(em, [now, until, limit])).map(({ key }) => key),

  /** They stay after all; written with the commit. */
  retain: (tx: EntityManager, keys: readonly string[]): void => DELETE.onCommit(tx, [keys]),

  /** They are gone from storage, also where they were sold while they went. */
  deleteGone: (em: EntityManager, keys: readonly string[]): Promise<unknown> =>
    pipeline(em, DELETE.with(keys), soldImages.deleteGone(keys)),

  /** What an order shows stays for good, and so does what was taken up again, unless it is about to be removed. */
  retainShown: (em: EntityManager, now: Date): Promise<unknown> => RETAIN_SHOWN.all(em, [now]),
};

const { key } = discardedObject.columns;

/** As for what was shown: a product may have shown it in between. */
const unusedDueAt = (madeAt: Date): Date => new Date(madeAt.getTime() + ORDERED_RETENTION_MS);

const INSERT = statement(
  `insert into discarded_object (key, due_at) select key, $2 from unnest($1::text[]) as key
   on conflict (key) do update set due_at = greatest(discarded_object.due_at, excluded.due_at)`,
  {},
);

const couldBeOrdered = (shows: string): string =>
  `exists (
     select from seller_product p join template t on t.product_type_id = p.product_type_id
     where t.id = $3 and ${shows} and p.status in ('active', 'paused', 'archived')
   )`;

/** That it was to go unless a product came to show it keeps it no longer. */
const INSERT_RENDER = statement(
  `insert into discarded_object (key, due_at)
   select $1, case when ${[
     // Each has an index of its own.
     'p.artwork_id = $2 and not p.deleted',
     'p.artwork_id = $2 and p.deleted',
     showsElsewhere('p', '$2'),
   ]
     .map(couldBeOrdered)
     .join(' or ')}
   then $5::timestamptz else $4::timestamptz end
   on conflict (key) do update set due_at = case when discarded_object.due_at <= $6 then excluded.due_at
     else greatest(discarded_object.due_at, excluded.due_at) end`,
  {},
);

/** What has no place of its own stays for good where it is replaced. */
const INSERT_ORDERED = statement(
  `insert into discarded_object (key, due_at)
   select key, $3 from (
     select key, template_id from render where artwork_id = any($1::uuid[])
     union select key, template_id from render where other_artwork_ids && $1::text[] and other_artwork_ids <> '{}'
   ) as r join template t on ${IS_ON_TEMPLATE}
   where t.product_type_id = $2 and r.key not like '%/render.webp'
   order by r.key
   on conflict (key) do update set due_at = greatest(discarded_object.due_at, excluded.due_at)`,
  {},
);

/** Of a template's image there may be a public copy that no event names. */
const INSERT_ABANDONED = statement(
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
  { key },
);

const INSERT_UNNAMED = statement(
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
  { key },
);

const SAVE_DUE = statement('update discarded_object set due_at = $2 where key = any($1)', {});

const isShown = (discarded: string): string =>
  `(${isSold(discarded)}
    or ${isPrintedWith(discarded)}
    or exists (select from render r where r.key = ${discarded}.key))`;

/** What is shown may have become due since it was last looked for. */
const CLAIM_DUE = statement(
  `update discarded_object set due_at = $2 where key in (
     select key from discarded_object d where due_at <= $1 and not ${isShown('d')}
     order by due_at limit $3 for update skip locked
   ) returning key`,
  { key },
);

const DELETE = statement('delete from discarded_object where key = any($1::text[])', {});

const RETAIN_SHOWN = statement(
  `delete from discarded_object d where due_at <= $1 and ${isShown('d')} and not exists (
     select from render r join template t on ${IS_ON_TEMPLATE} where r.key = d.key and ${IS_SUPERSEDED}
       and not ${isSold('r')})`,
  {},
);
