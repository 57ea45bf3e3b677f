import { unknownReference } from '@estampa/kernel/errors';
import { mustReachAll } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import { pictureFacts } from '../adapters/picture-header.ts';
import type { Context } from '../context.ts';
import { UploadRow } from '../db/upload.entity.ts';
import { mustBeAccepted, PICTURE_FORMATS } from '../domain/picture.ts';
import { checkedKind } from '../domain/template.ts';
import { uploadedFile } from './uploaded-file.ts';

type Uploaded = { templateId: string; kind: string; key: string };
type Completed = { widthPx: number; heightPx: number };

/** Checks a template picture and opens it to the public. Repeating it gives the same answer. */
export async function completeTemplateImage(context: Context, input: Uploaded): Promise<Work<Completed>> {
  const { em, store, now, caller } = context;
  mustReachAll(caller);
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
  return async (tx) => {
    await tx.nativeUpdate(UploadRow, { key, completedAt: null }, { completedAt: now() });
    return { widthPx: facts.widthPx, heightPx: facts.heightPx };
  };
}
