import type { NewTemplateImage } from '@estampa/contracts/media/v1/template_image';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { uploads } from '../../db/upload-repository.ts';
import { declaredFormat, TEMPLATE_IMAGE_BYTES_MAX } from '../../domain/image.ts';
import { templateUploadKey } from '../../domain/storage-keys.ts';
import { checkedKind, mustBeFew } from '../../domain/template.ts';
import { type Presigned, presign } from '../storage/presign.ts';

type Input = { templateId: string; images: readonly NewTemplateImage[] };

/** Each upload has a key of its own, so that one under way never meets another. */
export async function presignTemplateImages(
  context: Context,
  { templateId, images }: Input,
): Promise<TransactionBody<Presigned[]>> {
  mustReachAll(context.caller);
  mustBeFew(images);
  const files = images.map((image) => {
    const imageKind = checkedKind(image.kind);
    const format = declaredFormat(image, TEMPLATE_IMAGE_BYTES_MAX);
    return {
      image,
      imageKind,
      format,
      key: templateUploadKey({ templateId, kind: imageKind, uploadId: newId(), format }),
    };
  });
  const presigned = await Promise.all(files.map(({ key, image }) => presign(context, key, image)));
  return async (tx) => {
    for (const [at, { key, format, image, imageKind }] of files.entries()) {
      const { expiresAt } = presigned[at]!;
      const { sizeBytes } = image;
      uploads.insert(tx, { key, format, sizeBytes, expiresAt, createdAt: context.now(), templateId, imageKind });
    }
    return presigned;
  };
}
