import type { Template } from '@estampa/contracts/catalog/v1/template';
import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Stores the catalog's template unless a newer version of it is known, and lets its renders be checked when its revision has
 * grown. Gives the keys of the images that it named before and names no more. `payload` is the catalog's whole event.
 */
export async function upsertTemplate(
  em: EntityManager,
  template: Template,
  { version, payload }: { version: number; payload: string },
): Promise<string[]> {
  const { id, productTypeId, options, printArea, sourceImage, images, isActive, revision } = template;
  const { printWidthMm, bleedMm, safeMm } = template;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const layers = images.map(({ kind, key, widthPx, heightPx }) => ({ kind, key, widthPx, heightPx }));
  const replaced = await UPSERT.all(em, [
    id,
    productTypeId,
    json(options?.values),
    json(printArea),
    json(sourceImage),
    json(layers),
    isActive,
    revision,
    version,
    payload,
    printWidthMm ?? null,
    bleedMm,
    safeMm,
  ]);
  return replaced.map(({ key }) => key);
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

const UPSERT = statement(
  `with known as (select images, revision from template where id = $1),
   kept as (
     insert into template (id, product_type_id, options, print_area, source_image, images, is_active, revision, version,
       fact, print_width_mm, bleed_mm, safe_mm)
     values ($1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb, $7, $8, $9, $10::jsonb, $11, $12, $13)
     on conflict (id) do update set
       product_type_id = excluded.product_type_id, options = excluded.options, print_area = excluded.print_area,
       source_image = excluded.source_image, images = excluded.images, is_active = excluded.is_active,
       revision = excluded.revision, version = excluded.version, fact = excluded.fact,
       print_width_mm = excluded.print_width_mm, bleed_mm = excluded.bleed_mm, safe_mm = excluded.safe_mm
     where template.version < excluded.version
     returning id, images, revision
   ), renewed as (
     insert into template_refresh (template_id, after_artwork_id)
     select kept.id, '${LOWEST_ID}' from kept, known where kept.revision > known.revision
     on conflict (template_id) do update set after_artwork_id = excluded.after_artwork_id
   )
   select image ->> 'key' as key from known, kept, jsonb_array_elements(known.images) as image
   where not exists (
     select from jsonb_array_elements(kept.images) as named where named ->> 'key' = image ->> 'key')`,
  { key: text },
);
