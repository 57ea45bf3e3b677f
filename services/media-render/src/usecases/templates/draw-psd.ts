import { newId } from '@estampa/kernel/ids';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { PsdTemplate } from '../../adapters/psd/import-psd.ts';
import type { Context } from '../../context.ts';
import { uploads } from '../../db/upload-repository.ts';
import { IMAGE_FORMATS } from '../../domain/image.ts';
import { publicKeyOf, templateUploadKey } from '../../domain/storage-keys.ts';
import { withPsd } from './psd-file.ts';

type Input = { key: string; printArea: number; templateId: string };
type Drawn = Omit<PsdTemplate, 'images'> & { images: { kind: string; imageKey: string }[] };

/** Draws the template of one print area and stores its images, which go with those that no template came to name. */
export async function drawPsd(
  context: Context,
  { key, printArea: index, templateId }: Input,
): Promise<TransactionBody<Drawn>> {
  const { em, call, now, store } = context;
  const { images, ...template } = await withPsd(context, key, (bytes, run) =>
    run('drawTemplate', { bytes, index }, { signal: call.signal }),
  );
  const stored = images.map(({ kind, png }) => {
    const uploadKey = templateUploadKey({ templateId, kind, uploadId: newId(), format: 'png' });
    return { kind, png, uploadKey, imageKey: publicKeyOf(uploadKey) };
  });
  // Before the images are there, so that no crash leaves any that are never removed.
  await transact(em, async (tx) => {
    const at = now();
    for (const { kind, png, uploadKey } of stored) {
      const file = { key: uploadKey, format: 'png' as const, sizeBytes: png.length, templateId, imageKind: kind };
      uploads.insert(tx, { ...file, expiresAt: at, createdAt: at, completedAt: at });
    }
  });
  const { contentType } = IMAGE_FORMATS.png;
  await Promise.all(stored.map(({ imageKey, png }) => store.put(imageKey, png, { contentType, isPublic: true })));
  return async () => ({ ...template, images: stored.map(({ kind, imageKey }) => ({ kind, imageKey })) });
}
