import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustBeAdmin } from '@estampa/kit/caller';
import { transact } from '@estampa/kit/idempotency';
import { pictureFacts } from '../adapters/picture-reader.ts';
import type { Context } from '../context.ts';
import { UploadRow } from '../db/upload.entity.ts';
import { announcedFormat, mustBeAccepted, PICTURE_FORMATS, TEMPLATE_IMAGE_BYTES_MAX } from '../domain/picture.ts';
import { templateImageKey } from '../domain/storage-keys.ts';
import { IMAGE_KINDS, type ImageKind } from '../domain/template.ts';
import { type Presigned, presign } from './presign.ts';
import { uploadedFile } from './uploaded-file.ts';

type Announced = { templateId: string; kind: string; contentType: string; sizeBytes: number };

export async function presignTemplateImage(context: Context, input: Announced): Promise<Presigned> {
  mustBeAdmin(context.caller);
  const kind = checkedKind(input.kind);
  const format = announcedFormat(input, TEMPLATE_IMAGE_BYTES_MAX);
  const key = templateImageKey({ templateId: input.templateId, kind, uploadId: newId(), format });
  const upload = await presign(context, key, input);
  await transact(context.em, async (tx) =>
    tx.create(UploadRow, {
      key,
      format,
      sizeBytes: input.sizeBytes,
      expiresAt: upload.expiresAt,
      createdAt: context.now(),
      completedAt: null,
      artworkId: null,
      sellerProfileId: null,
      fileVersion: null,
      templateId: input.templateId,
      imageKind: kind,
    }),
  );
  return upload;
}

type Uploaded = { templateId: string; kind: string; key: string };
type Completed = { url: string; widthPx: number; heightPx: number };

/** Checks a template picture and opens it to the public. Repeating it gives the same answer. */
export async function completeTemplateImage(context: Context, input: Uploaded): Promise<Completed> {
  const { em, store, now, caller } = context;
  mustBeAdmin(caller);
  const { templateId, key } = input;
  const upload = await em.findOne(UploadRow, { key, templateId, imageKind: checkedKind(input.kind) });
  if (!upload) throw unknownReference('key', 'upload of this template and kind');

  await uploadedFile(store, upload);
  const bytes = await store.read(key);
  const facts = await pictureFacts(bytes);
  mustBeAccepted(facts, upload.format);
  // Written again by us, since a client's own upload can be neither public nor cacheable.
  const { contentType } = PICTURE_FORMATS[upload.format];
  if (!upload.completedAt) await store.put(key, bytes, { contentType, isPublic: true });
  await transact(em, async (tx) => tx.nativeUpdate(UploadRow, { key, completedAt: null }, { completedAt: now() }));
  return { url: store.publicUrl(key), widthPx: facts.widthPx, heightPx: facts.heightPx };
}

function checkedKind(text: string): ImageKind {
  const kind = IMAGE_KINDS.find((known) => known === text);
  if (kind) return kind;
  const field = { path: 'kind', code: 'unknown_kind', message: `must be one of ${IMAGE_KINDS.join(', ')}` };
  throw new DomainError('invalid', 'validation_failed', `kind ${field.message}`, { fields: [field] });
}
