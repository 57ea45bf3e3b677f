import type { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { HeardEvent } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';

/** The catalog's templates as composing needs them; an older fact never replaces a newer one. */
export async function keepTemplate(
  { em }: Context,
  { template, version }: TemplateChanged,
  { payload }: HeardEvent,
): Promise<void> {
  const { id, productTypeId, options, printArea, sourceImage, images, isActive, revision } = template!;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const layers = images.map(({ kind, key, widthPx, heightPx }) => ({ kind, key, widthPx, heightPx }));
  await em.execute(
    `insert into template (id, product_type_id, options, print_area, source_image, images, is_active, revision, version,
       fact)
     values (?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?, ?, ?, ?::jsonb)
     on conflict (id) do update set
       product_type_id = excluded.product_type_id, options = excluded.options, print_area = excluded.print_area,
       source_image = excluded.source_image, images = excluded.images, is_active = excluded.is_active,
       revision = excluded.revision, version = excluded.version, fact = excluded.fact
     where template.version < excluded.version`,
    [
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
    ],
  );
}
