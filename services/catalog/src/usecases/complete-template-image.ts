import { mustReachAll } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { findTemplate, lockTemplate } from '../db/find-template.ts';
import type { TemplateRow } from '../db/template.entity.ts';
import { type ImageKind, type TemplateImage, withImage } from '../domain/template.ts';
import { announceTemplate } from '../messages/template.ts';

type Input = { templateId: string; kind: ImageKind; key: string };

export async function completeTemplateImage(
  { em, caller, now, templateImages }: Context,
  { templateId, kind, key }: Input,
): Promise<Work<{ image: TemplateImage; template: TemplateRow }>> {
  mustReachAll(caller);
  await findTemplate(em, templateId);
  const { widthPx, heightPx } = await templateImages.completeTemplateImage({ templateId, kind, key });
  const image = { kind, key, widthPx, heightPx };
  return async (tx) => {
    const template = await lockTemplate(tx, templateId);
    tx.assign(template, { ...withImage(template, image), version: template.version + 1, updatedAt: now() });
    announceTemplate(tx, 'template_image_completed', template);
    return { image, template };
  };
}
