import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { completedTemplateImages } from '../../db/completed-template-image-repository.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';
import { type CompletedImage, type ImageKind, withImages } from '../../domain/template.ts';
import { emitTemplate } from '../../messages/template.ts';
import { auditTemplate } from './audit-template.ts';

/** Without a key: what was presigned last for the kind. */
type Uploaded = { kind: ImageKind; key?: string | undefined };
type Input = { templateId: string; images: readonly Uploaded[] };
type Completed = { images: CompletedImage[]; template: TemplateRow };

/** Long, as every pixel of a large image is decoded. */
const CHECK_DEADLINE_MS = 28_000;

/** Takes uploaded images into use, all or none; a key that was completed before changes nothing, however much later. */
export async function completeTemplateImages(context: Context, input: Input): Promise<TransactionBody<Completed>> {
  mustReachAll(context.caller);
  const { templateId } = input;
  await templates.find(context.em, templateId);
  const images = await checkedAt(context, input);
  return async (tx) => {
    const before = await templates.lock(tx, templateId);
    const completedAt = context.now();
    const uploads = images.map((image) => ({ ...image, templateId, completedAt }));
    const addedKeys = await completedTemplateImages.insert(tx, uploads);
    const added = images.filter(({ uploadKey }) => addedKeys.has(uploadKey));
    if (added.length === 0) return { images, template: before };

    const template = {
      ...before,
      ...withImages(before, added),
      version: before.version + 1,
      updatedAt: context.now(),
    };
    templates.save(tx, template);
    emitTemplate(tx, 'template_image_completed', template);
    const changes = added.map(({ kind: after }) => ({ field: 'images', after }));
    auditTemplate(tx, 'template_image_completed', template.id, changes);
    return { images, template };
  };
}

/** Inspections by media-render; an image known by its key is not inspected again. */
async function checkedAt({ em, templateImages }: Context, { templateId, images }: Input): Promise<CompletedImage[]> {
  const keys = images.flatMap(({ key }) => key ?? []);
  const before = keys.length > 0 ? await completedTemplateImages.find(em, templateId, keys) : [];
  const known = (image: Uploaded) =>
    before.find(({ kind, uploadKey }) => kind === image.kind && uploadKey === image.key);
  const unknown = images.filter((image) => !known(image));
  if (unknown.length === 0) return images.map((image) => known(image)!);

  const found = await templateImages.completeTemplateImages(
    { templateId, images: unknown },
    { deadlineMs: CHECK_DEADLINE_MS },
  );
  const fresh = new Map(unknown.map((image, at) => [image, { kind: image.kind, ...found.images[at]! }]));
  return images.map((image) => fresh.get(image) ?? known(image)!);
}
