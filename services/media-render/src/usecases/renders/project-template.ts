import type { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { Template } from '@estampa/contracts/catalog/v1/template';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';
import { REPLACED_RETENTION_MS } from '../../domain/upload.ts';
import { FIND_OUTDATED } from './find-outdated.ts';

/** The catalog's templates as composing needs them; an older event never replaces a newer one. */
export async function projectTemplate(
  { em, now, wake }: Context,
  { template, version }: TemplateChanged,
  { payload }: ReceivedEvent,
): Promise<void> {
  const replaced = await templates.save(em, rowOf(template!, version), payload);
  wake(FIND_OUTDATED);
  const dueAt = new Date(now().getTime() + REPLACED_RETENTION_MS);
  discardedObjects.insert(em, replaced, dueAt);
}

const rowOf = (
  { id, productTypeId, options, printArea, sourceImage, images, isActive, revision, ...template }: Template,
  version: number,
): TemplateRow => ({
  id,
  productTypeId,
  options: options?.values ?? null,
  printArea: printArea ?? null,
  sourceImage: sourceImage ?? null,
  printWidthMm: template.printWidthMm ?? null,
  bleedMm: template.bleedMm,
  safeMm: template.safeMm,
  surface: null,
  images: images.map(({ kind, key, widthPx, heightPx }) => ({ kind, key, widthPx, heightPx })),
  isActive,
  revision,
  version,
});
