import { newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import { mustReachAll } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { UploadRow } from '../db/upload.entity.ts';
import { announcedFormat, TEMPLATE_IMAGE_BYTES_MAX } from '../domain/picture.ts';
import { templateImageKey } from '../domain/storage-keys.ts';
import { checkedKind } from '../domain/template.ts';
import { type Presigned, presign } from './presign.ts';

type Announced = { templateId: string; kind: string; contentType: string; sizeBytes: number };

export async function presignTemplateImage(context: Context, input: Announced): Promise<Work<Presigned>> {
  mustReachAll(context.caller);
  const kind = checkedKind(input.kind);
  const format = announcedFormat(input, TEMPLATE_IMAGE_BYTES_MAX);
  const key = templateImageKey({ templateId: input.templateId, kind, uploadId: newId(), format });
  const upload = await presign(context, key, input);
  return async (tx) => {
    addRow(tx, UploadRow, {
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
    });
    return upload;
  };
}
