import { readFile } from 'node:fs/promises';
import type { UploadedTemplateImage } from '@estampa/contracts/media/v1/template_image';
import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { readImageInfo } from '../../adapters/image-header.ts';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import type { UploadRow } from '../../db/tables/upload.ts';
import { uploads } from '../../db/upload-repository.ts';
import { IMAGE_FORMATS } from '../../domain/image.ts';
import { publicKeyOf } from '../../domain/storage-keys.ts';
import { checkedKind, mustBeFew } from '../../domain/template.ts';
import { mustBeCompletable, stagingDueAt } from '../../domain/upload.ts';
import { readUpload } from '../storage/read-upload.ts';
import { mustBeStored } from '../storage/uploaded-file.ts';

type Input = { templateId: string; images: readonly UploadedTemplateImage[] };
type Completed = { uploadKey: string; imageKey: string; widthPx: number; heightPx: number };

/** Checks uploaded template images and opens copies of them to the public, all or none. Repeating it changes nothing. */
export async function completeTemplateImages(context: Context, input: Input): Promise<TransactionBody<Completed[]>> {
  mustReachAll(context.caller);
  mustBeFew(input.images);
  const wanted = await uploadsOf(context, input);
  const completed = await Promise.all(wanted.map((upload) => namingKind(upload, takeIn(context, upload))));
  return async (tx) => {
    const keys = await uploads.saveAllCompleted(
      tx,
      wanted.map(({ key }) => key),
      context.now(),
    );
    for (const [at, { key }] of wanted.entries()) if (!keys.has(key)) throw noUpload(input.images[at]!.key, at);
    for (const { key, expiresAt } of wanted) discardedObjects.insert(tx, [key], stagingDueAt(expiresAt, context.now()));
    return completed;
  };
}

/** The uploads that were presigned for this template and these kinds; the newest where no key is named. */
async function uploadsOf({ em, now }: Context, { templateId, images }: Input): Promise<UploadRow[]> {
  const kinds = images.map(({ kind }) => checkedKind(kind));
  const keys = images.flatMap(({ key }) => key ?? []);
  const named = keys.length > 0 ? await uploads.findOfTemplate(em, templateId, keys) : [];
  const latest = keys.length < images.length ? await uploads.findLatest(em, templateId, kinds) : [];
  return images.map(({ key }, at) => {
    const upload =
      key === undefined
        ? latest.find(({ imageKind }) => imageKind === kinds[at])
        : named.find((row) => row.key === key && row.imageKind === kinds[at]);
    if (!upload) throw noUpload(key, at);
    mustBeCompletable(upload, now());
    return upload;
  });
}

/** A client's own upload can be neither public nor cacheable, and it can be replaced for as long as its address lives. */
async function takeIn({ call, store, studio }: Context, upload: UploadRow): Promise<Completed> {
  const imageKey = publicKeyOf(upload.key);
  if (upload.completedAt) {
    const { etag } = await mustBeStored(store, imageKey);
    const { widthPx, heightPx } = await readImageInfo(await store.read(imageKey, etag));
    return { uploadKey: upload.key, imageKey, widthPx, heightPx };
  }
  return readUpload({ call, store, studio }, upload, async ({ path, run, info: { widthPx, heightPx } }) => {
    await run('checkImage', path);
    const { contentType } = IMAGE_FORMATS[upload.format];
    await store.put(imageKey, await readFile(path), { contentType, isPublic: true });
    return { uploadKey: upload.key, imageKey, widthPx, heightPx };
  });
}

/** Of several images, says which one was rejected. */
async function namingKind<T>({ imageKind }: UploadRow, outcome: Promise<T>): Promise<T> {
  try {
    return await outcome;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    throw new DomainError(error.kind, error.reason, error.message, { ...error.details, members: { kind: imageKind! } });
  }
}

/** In the words of the public API, which sends one key, or kinds alone. */
const noUpload = (key: string | undefined, at: number) =>
  unknownReference(key === undefined ? `kinds[${at}]` : 'key', 'upload of this template and kind');
