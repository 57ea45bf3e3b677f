import { isUuid } from '@estampa/kernel/ids';
import { boolean, float, integer, json, nullable, statement, text, together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';
import type { TemplateRow } from './template.entity.ts';

const ARTWORK = statement(
  `select id, seller_profile_id as "sellerProfileId", file_version as "fileVersion", content_hash as "contentHash",
     width_px as "widthPx", height_px as "heightPx", working_width_px as "workingWidthPx", working_height_px as "workingHeightPx"
   from artwork where id = $1`,
  {
    id: text,
    sellerProfileId: text,
    fileVersion: integer,
    contentHash: text,
    widthPx: integer,
    heightPx: integer,
    workingWidthPx: integer,
    workingHeightPx: integer,
  },
);

const TEMPLATE = statement(
  `select id, product_type_id as "productTypeId", options, print_area as "printArea", source_image as "sourceImage",
     print_width_mm as "printWidthMm", images, is_active as "isActive", revision
   from template where id = $1`,
  {
    id: text,
    productTypeId: text,
    options: json<TemplateRow['options']>(),
    printArea: json<TemplateRow['printArea']>(),
    sourceImage: json<TemplateRow['sourceImage']>(),
    printWidthMm: nullable(float),
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

/** All that a picture is made from, as far as it is there, with the placement that was kept last. */
export async function loadRenderInputs(em: EntityManager, { artworkId, templateId }: Pair) {
  const id = isUuid(artworkId) ? artworkId : null;
  const [[artwork], [template], [placement]] = await together(
    em,
    ARTWORK.with(id),
    TEMPLATE.with(templateId),
    PLACEMENT.with(id, templateId),
  );
  return { artwork: artwork ?? null, template: template ?? null, placement: placement ?? null };
}

const KEEP_PLACEMENT = statement(
  `insert into placement (artwork_id, template_id, x, y, scale, rotation, updated_at) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (artwork_id, template_id) do update
     set x = excluded.x, y = excluded.y, scale = excluded.scale, rotation = excluded.rotation, updated_at = excluded.updated_at`,
  {},
);

export const keepPlacement = (
  em: EntityManager,
  { artworkId, templateId }: Pair,
  { x, y, scale, rotation }: Placement,
  now: Date,
): Promise<unknown> => KEEP_PLACEMENT.all(em, [artworkId, templateId, x, y, scale, rotation, now]);
