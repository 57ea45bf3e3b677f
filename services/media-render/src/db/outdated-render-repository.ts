import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OUTDATED_DELAY_MS } from '../domain/render-queue.ts';
import { showsElsewhere } from './seller-product-repository.ts';

/** Queues images that are out of date to be rendered anew. */
export const outdatedRenders = {
  /** Those that show an artwork, on whichever surface, and are on sale; written with the commit. */
  queueOfArtwork(tx: EntityManager, artworkId: string, now: Date): void {
    QUEUE_OF_ARTWORK.onCommit(tx, [artworkId, now]);
    QUEUE_OF_OTHER_ARTWORK.onCommit(tx, [artworkId, now]);
  },

  /** One image, which may have been overtaken while it was made; written with the commit. */
  queueOfPair: (
    tx: EntityManager,
    { artworkId, templateId }: { artworkId: string; templateId: string },
    now: Date,
  ): void => QUEUE_OF_PAIR.onCommit(tx, [artworkId, templateId, now]),

  /** Some images of one template whose revision has changed; false when no template is left. A crash repeats them. */
  async queueOfTemplate(tx: EntityManager, now: Date, limit: number): Promise<boolean> {
    const next = await NEXT_TEMPLATE.first(tx, []);
    if (!next) return false;
    const page = await SCAN.all(tx, [next.templateId, next.afterArtworkId, limit, now]);
    if (page.length < limit) DONE.onCommit(tx, [next.templateId]);
    else GO_ON.onCommit(tx, [next.templateId, page.at(-1)!.id]);
    return true;
  },
};

/** Of a render `r` and its template `t`: what it shows elsewhere is part of the name that it has for its template. */
export const IS_ON_TEMPLATE = `t.id = split_part(r.template_id, '.', 1)`;

/** Of a render `r`, its artwork `a` and template `t`: a newer file of an artwork or another revision is there. */
export const IS_STALE = `(r.status = 'rendered'
  and (r.artwork_version < a.file_version or coalesce(r.template_revision < t.revision, false)
    or (r.other_artwork_ids <> '{}' and exists (
      select from jsonb_array_elements(r.others) as shown join artwork other on other.id = (shown ->> 'artworkId')::uuid
      where (shown ->> 'artworkVersion')::int < other.file_version))))`;

/** Of a render `r` and a product `p` with its artwork: it has all others that the render shows. */
const SHOWS_ALL = `r.other_artwork_ids <@ (p.other_artwork_ids || p.artwork_id::text)`;

/** Of a render `r` and its template `t`: such a product has all that it shows. */
const isShownBy = (condition: string) => `(exists (
  select from seller_product p where p.artwork_id = r.artwork_id and p.product_type_id = t.product_type_id
    and not p.deleted and ${condition} and ${SHOWS_ALL}
) or exists (
  select from seller_product p where ${showsElsewhere('p', 'r.artwork_id')} and p.product_type_id = t.product_type_id
    and ${condition} and ${SHOWS_ALL}))`;

/** Of a render `r` and its template `t`: it shows several artworks that no product has any more. */
export const IS_SUPERSEDED = `r.other_artwork_ids <> '{}' and not ${isShownBy('true')}`;

const IS_ON_SALE = isShownBy(`p.status = 'active'`);

const STALE_ON_SALE = `render r join artwork a on a.id = r.artwork_id join template t on ${IS_ON_TEMPLATE} and t.is_active
  where ${IS_STALE} and ${IS_ON_SALE}`;

/** A request that waits, or is being worked on, stays one and is begun anew, so that it sees what has changed. */
const queued = (timestamp: string, condition: string) => `
  insert into render_task (artwork_id, template_id, id, seller_profile_id, reason, due_at, free_at, tries)
  select r.artwork_id, r.template_id, gen_random_uuid(), a.seller_profile_id, 'outdated',
    ${timestamp} + interval '${OUTDATED_DELAY_MS} milliseconds', '-infinity', 0
  from ${STALE_ON_SALE} and ${condition}
  on conflict (artwork_id, template_id) do update set id = excluded.id, free_at = excluded.free_at, tries = 0`;

const QUEUE_OF_ARTWORK = statement(queued('$2::timestamptz', 'r.artwork_id = $1'), {});
const QUEUE_OF_OTHER_ARTWORK = statement(
  queued('$2::timestamptz', `r.other_artwork_ids @> array[$1::text] and r.other_artwork_ids <> '{}'`),
  {},
);
const QUEUE_OF_PAIR = statement(queued('$3::timestamptz', 'r.artwork_id = $1 and r.template_id = $2'), {});

const NEXT_TEMPLATE = statement(
  `select template_id as "templateId", after_artwork_id as "afterArtworkId" from template_refresh
   order by template_id limit 1 for update skip locked`,
  { templateId: text, afterArtworkId: text },
);

/** Of a template, with the index of those. */
const IS_OF_FURTHER = `split_part(template_id, '.', 1) = $1 and other_artwork_ids <> '{}'`;

const SCAN = statement(
  `with page as (
     select artwork_id from (
       (select artwork_id from render where template_id = $1 and artwork_id > $2 order by artwork_id limit $3)
       union (select distinct artwork_id from render where ${IS_OF_FURTHER} and artwork_id > $2 order by artwork_id limit $3)
     ) as either order by artwork_id limit $3
   ), outdated as (${queued('$4::timestamptz', 'r.template_id = $1 and r.artwork_id in (select artwork_id from page)')}
   ), others as (${queued('$4::timestamptz', `${IS_OF_FURTHER} and r.artwork_id in (select artwork_id from page)`)})
   select artwork_id as id from page order by artwork_id`,
  { id: text },
);

const GO_ON = statement('update template_refresh set after_artwork_id = $2 where template_id = $1', {});
const DONE = statement('delete from template_refresh where template_id = $1', {});
