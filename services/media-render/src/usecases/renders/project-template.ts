import type { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { discardObjects } from '../../db/discarded-object.ts';
import { upsertTemplate } from '../../db/template-repository.ts';
import { REPLACED_RETENTION_MS } from '../../domain/upload.ts';
import { FIND_OUTDATED } from './find-outdated.ts';

/** The catalog's templates as composing needs them; an older fact never replaces a newer one. */
export async function projectTemplate(
  { em, now, wake }: Context,
  { template, version }: TemplateChanged,
  { payload }: ReceivedEvent,
): Promise<void> {
  const replaced = await upsertTemplate(em, template!, { version, payload });
  wake(FIND_OUTDATED);
  const dueAt = new Date(now().getTime() + REPLACED_RETENTION_MS);
  discardObjects(em, replaced, dueAt);
}
