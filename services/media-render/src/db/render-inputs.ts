import { isUuid } from '@estampa/kernel/ids';
import { boolean, float, integer, json, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';
import { LOCK_RENDER } from './render-turn.ts';
import type { TemplateRow } from './template.entity.ts';

const artworkStatement = (lock: '' | 'for share of a') =>
  statement(
    `select a.id, a.seller_profile_id as "sellerProfileId", a.file_version as "fileVersion", a.content_hash as "contentHash",
       a.width_px as "widthPx", a.height_px as "heightPx", working_width_px as "workingWidthPx",
       working_height_px as "workingHeightPx", f.taken_key as "takenKey"
     from artwork a left join artwork_file f on f.artwork_id = a.id and f.file_version = a.file_version
     where a.id = $1 ${lock}`,
    {
      id: text,
      sellerProfileId: text,
      fileVersion: integer,
      contentHash: text,
      widthPx: integer,
      heightPx: integer,
      workingWidthPx: integer,
      workingHeightPx: integer,
      takenKey: nullable(text),
    },
  );

const ARTWORK = artworkStatement('');
/** Nobody gives it another file, and its placements other scales, until the transaction ends. */
const LOCKED_ARTWORK = artworkStatement('for share of a');

const TEMPLATE = statement(
  `select id, product_type_id as "productTypeId", options, print_area as "printArea", source_image as "sourceImage",
     print_width_mm as "printWidthMm", bleed_mm as "bleedMm", safe_mm as "safeMm", images, is_active as "isActive", revision
   from template where id = $1`,
  {
    id: text,
    productTypeId: text,
    options: json<TemplateRow['options']>(),
    printArea: json<TemplateRow['printArea']>(),
    sourceImage: json<TemplateRow['sourceImage']>(),
    printWidthMm: nullable(float),
    bleedMm: float,
    safeMm: float,
    images: json<TemplateRow['images']>(),
    isActive: boolean,
    revision: integer,
  },
);

const PLACEMENT = statement('select x, y, scale, rotation from placement where artwork_id = $1 and template_id = $2', {
  x: float,
  y: float,
  scale: float,
  rotation: float,
});

type Pair = { artworkId: string; templateId: string };

export type RenderInputs = Awaited<ReturnType<typeof loadRenderInputs>>;
export type RenderedArtwork = NonNullable<RenderInputs['artwork']>;

/** All that an image is made from, as far as it is there, with the placement that was kept last. */
export async function loadRenderInputs(em: EntityManager, pair: Pair) {
  const [[artwork], [template], [placement]] = await pipeline(em, ...requestedOf(pair, ARTWORK));
  return { artwork: artwork ?? null, template: template ?? null, placement: placement ?? null };
}

/** The same, read after the pair's render was locked; that and the artwork are held until the transaction ends. */
export async function lockRenderWithInputs(tx: EntityManager, pair: Pair) {
  const lock = LOCK_RENDER.with(uuidOrNull(pair.artworkId), pair.templateId);
  const [[render], [artwork], [template], [placement]] = await pipeline(tx, lock, ...requestedOf(pair, LOCKED_ARTWORK));
  const inputs: RenderInputs = { artwork: artwork ?? null, template: template ?? null, placement: placement ?? null };
  return { render: render ?? null, inputs };
}

const requestedOf = ({ artworkId, templateId }: Pair, artwork: typeof ARTWORK) => {
  const id = uuidOrNull(artworkId);
  return [artwork.with(id), TEMPLATE.with(templateId), PLACEMENT.with(id, templateId)] as const;
};

const uuidOrNull = (id: string): string | null => (isUuid(id) ? id : null);

/** $2: `[{templateId, placement}]`. */
export const STORE_PLACEMENTS = statement(
  `insert into placement (artwork_id, template_id, x, y, scale, rotation, updated_at)
   select $1::uuid, w."templateId", (w.placement->>'x')::float8, (w.placement->>'y')::float8, (w.placement->>'scale')::float8,
     (w.placement->>'rotation')::float8, $3::timestamptz
   from jsonb_to_recordset($2::jsonb) as w("templateId" text, placement jsonb)
   on conflict (artwork_id, template_id) do update
     set x = excluded.x, y = excluded.y, scale = excluded.scale, rotation = excluded.rotation, updated_at = excluded.updated_at`,
  {},
);

/** Goes out with the commit. */
export const storePlacement = (
  tx: EntityManager,
  { artworkId, templateId }: Pair,
  placement: Placement,
  now: Date,
): void => STORE_PLACEMENTS.onCommit(tx, [artworkId, JSON.stringify([{ templateId, placement }]), now.toISOString()]);
