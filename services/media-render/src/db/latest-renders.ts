import { selected } from '@estampa/kit/postgres/rows';
import { boolean, json, type RowOf, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { galleries } from './gallery-repository.ts';
import { IS_ON_TEMPLATE, IS_STALE } from './outdated-render-repository.ts';
import { placements } from './placement-repository.ts';
import { SHOWN_OF_RENDER } from './tables/render.ts';

export type ShownRender = RowOf<typeof SHOWN_OF_RENDER>;
export type RenderWithOptions = {
  render: ShownRender;
  options: Record<string, string> | null;
  /** Its artwork has a newer file, or its template another revision. */
  isStale: boolean;
};

type Wanted = { artworkIds: readonly string[]; templateIds: readonly string[] };

/** The artworks that exist, with their owners, and the latest render of each on each template, newest first. */
export async function loadLatestRenders(em: EntityManager, { artworkIds, templateIds }: Wanted) {
  const named = namesOf(artworkIds);
  const requested =
    templateIds.length === 0 ? RENDERS.with(named) : RENDERS_ON_TEMPLATES.with(named, namesOf(templateIds));
  const [artworks, renders] = await pipeline(em, ARTWORKS.with(named), requested);
  return { artworks, renders: renders.map(withOptions) };
}

/**
 * What is shown of some products: photos, and of these artworks on these templates placements and latest renders, also those that show
 * others of them on further surfaces; on none where none is named.
 */
export async function loadProductImages(
  em: EntityManager,
  { artworkIds, templateIds, sellerProductIds }: Wanted & { sellerProductIds: readonly string[] },
) {
  const [artworkNames, templateNames] = [namesOf(artworkIds), namesOf(templateIds)];
  const [artworks, renders, photos, placed] = await pipeline(
    em,
    ARTWORKS.with(artworkNames),
    RENDERS_OF_PRODUCTS.with(artworkNames, templateNames),
    galleries.findPhotos(sellerProductIds),
    placements.findAll(artworkNames, templateNames),
  );
  return { artworks, renders: renders.map(withOptions), photos, placements: placed };
}

/** Each once, as a list of names has it. */
const namesOf = (ids: readonly string[]): string => JSON.stringify([...new Set(ids)]);

const withOptions = ({
  options,
  isStale,
  ...render
}: ShownRender & Omit<RenderWithOptions, 'render'>): RenderWithOptions => ({ render, options, isStale });

// Names come as JSON and are found one by one (`offset 0` ensures it): with a list, or with a join over it, each call is
// planned anew, which costs ten times what it takes to run.
const NAMED = 'json_array_elements_text($1::json) as named (id)';

const ARTWORKS = statement(
  `select found.* from ${NAMED}
   cross join lateral (
     select id, seller_profile_id as "sellerProfileId" from artwork where id = named.id::uuid offset 0
   ) as found`,
  { id: text, sellerProfileId: text },
);

const RENDER = { ...SHOWN_OF_RENDER, options: json<Record<string, string> | null>(), isStale: boolean };

const rendersWhere = (condition: string) =>
  statement(
    `select found.* from ${NAMED} cross join lateral (
       select ${selected(SHOWN_OF_RENDER, 'r')}, t.options, coalesce(${IS_STALE}, false) as "isStale"
       from render r join artwork a on a.id = r.artwork_id left join template t on ${IS_ON_TEMPLATE}
       where r.artwork_id = named.id::uuid and not r.is_deleted and ${condition} offset 0
     ) as found order by found."createdAt" desc, found.id desc`,
    RENDER,
  );
const RENDERS = rendersWhere('true');
const RENDERS_ON_TEMPLATES = rendersWhere('r.template_id in (select json_array_elements_text($2::json))');
/** Beside what is named, all that shows nothing but these artworks on a template that is. */
const RENDERS_OF_PRODUCTS = rendersWhere(`(r.template_id in (select json_array_elements_text($2::json))
  or (r.other_artwork_ids <> '{}' and r.other_artwork_ids <@ array(select json_array_elements_text($1::json))
    and split_part(r.template_id, '.', 1) in (select json_array_elements_text($2::json))))`);
