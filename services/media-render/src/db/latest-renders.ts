import { boolean, integer, json, moment, nullable, oneOf, statement, text, together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { RENDER_STATUSES } from '../domain/render.ts';
import { PHOTOS_OF_PRODUCTS } from './gallery.ts';
import { IS_STALE } from './render-refresh.ts';
import type { RenderRow } from './render.entity.ts';

/** What is shown of a render. */
export type ShownRender = Omit<
  RenderRow,
  'leaseId' | 'leaseUntil' | 'isDeleted' | 'pendingHash' | 'templateRevision' | 'version'
>;
export type RenderWithOptions = {
  render: ShownRender;
  options: Record<string, string> | null;
  /** Its artwork has a newer file, or its template another revision. */
  isStale: boolean;
};

type Wanted = { artworkIds: readonly string[]; templateIds: readonly string[] };

/** The artworks that exist, with their owners, and the latest render of each on each template, newest first. */
export async function loadLatestRenders(em: EntityManager, { artworkIds, templateIds }: Wanted) {
  const [artworks, renders] = await together(em, ARTWORKS.with(artworkIds), RENDERS.with(artworkIds, templateIds));
  return { artworks, renders: renders.map(withOptions) };
}

/** What is shown of some products: photos, and the latest renders of these artworks on these templates, on none where none is named. */
export async function loadProductPictures(
  em: EntityManager,
  { artworkIds, templateIds, sellerProductIds }: Wanted & { sellerProductIds: readonly string[] },
) {
  const [artworks, renders, photos] = await together(
    em,
    ARTWORKS.with(artworkIds),
    RENDERS.with(templateIds.length === 0 ? [] : artworkIds, templateIds),
    PHOTOS_OF_PRODUCTS.with(JSON.stringify(sellerProductIds)),
  );
  return { artworks, renders: renders.map(withOptions), photos };
}

const withOptions = ({
  options,
  isStale,
  ...render
}: ShownRender & Omit<RenderWithOptions, 'render'>): RenderWithOptions => ({ render, options, isStale });

const ARTWORKS = statement(
  'select id, seller_profile_id as "sellerProfileId" from artwork where id = any($1::uuid[])',
  { id: text, sellerProfileId: text },
);

const RENDERS = statement(
  `select r.artwork_id as "artworkId", r.template_id as "templateId", r.id, r.status,
     r.artwork_version as "artworkVersion", r.input_hash as "inputHash", r.key, r.placement, r.print_area as "printArea", r.width_px as "widthPx",
     r.height_px as "heightPx", r.error, r.created_at as "createdAt", t.options, coalesce(${IS_STALE}, false) as "isStale"
   from render r join artwork a on a.id = r.artwork_id left join template t on t.id = r.template_id
   where r.artwork_id = any($1::uuid[]) and not r.is_deleted and (cardinality($2::text[]) = 0 or r.template_id = any($2::text[]))
   order by r.created_at desc, r.id desc`,
  {
    artworkId: text,
    templateId: text,
    id: text,
    status: oneOf(RENDER_STATUSES),
    artworkVersion: integer,
    inputHash: nullable(text),
    key: nullable(text),
    placement: json<RenderRow['placement']>(),
    printArea: json<RenderRow['printArea']>(),
    widthPx: integer,
    heightPx: integer,
    error: nullable(text),
    createdAt: moment,
    options: json<Record<string, string> | null>(),
    isStale: boolean,
  },
);
