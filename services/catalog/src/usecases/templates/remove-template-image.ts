import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { templates } from '../../db/template-repository.ts';
import { type ImageKind, withoutImage } from '../../domain/template.ts';
import { emitTemplate } from '../../messages/template.ts';
import { auditTemplate } from './audit-template.ts';

/** Shows the template without one of its images from then on; an image that it does not have changes nothing. */
export function removeTemplateImage(
  { caller, now }: Context,
  { templateId, kind }: { templateId: string; kind: ImageKind },
): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const before = await templates.lock(tx, templateId);
    const after = withoutImage(before, kind);
    if (after.images.length === before.images.length) return;
    const template = { ...before, ...after, version: before.version + 1, updatedAt: now() };
    templates.save(tx, template);
    emitTemplate(tx, 'template_image_removed', template);
    auditTemplate(tx, 'template_image_removed', template.id, [{ field: 'images', before: kind }]);
  };
}
