import type { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import { statement, text } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { discardObjects } from '../../db/discarded-object.ts';
import { REPLACED_RETENTION_MS } from '../../domain/upload.ts';
import { FIND_OUTDATED } from './find-outdated.ts';

/** The catalog's templates as composing needs them; an older fact never replaces a newer one. */
export async function projectTemplate(
  { em, now, wake }: Context,
  { template, version }: TemplateChanged,
  { payload }: ReceivedEvent,
): Promise<void> {
  const { id, productTypeId, options, printArea, sourceImage, images, isActive, revision } = template!;
  const { printWidthMm, bleedMm, safeMm } = template!;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const layers = images.map(({ kind, key, widthPx, heightPx }) => ({ kind, key, widthPx, heightPx }));
  const replaced = await STORE.all(em, [
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
  wake(FIND_OUTDATED);
  const dueAt = new Date(now().getTime() + REPLACED_RETENTION_MS);
  discardObjects(
    em,
    replaced.map(({ key }) => key),
    dueAt,
  );
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Gives the keys that the template named before and names no more. */
const STORE = statement(
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
