import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { uploads } from '../../db/upload-repository.ts';
import { declaredFormat, PROFILE_IMAGE_BYTES_MAX } from '../../domain/image.ts';
import { checkedType } from '../../domain/profile-image.ts';
import { profileUploadKey } from '../../domain/storage-keys.ts';
import { type Presigned, presign } from '../storage/presign.ts';

type Declared = { sellerProfileId: string; type: string; contentType: string; sizeBytes: number };

export async function presignProfileImage(context: Context, input: Declared): Promise<TransactionBody<Presigned>> {
  const { sellerProfileId, sizeBytes } = input;
  mustBeSeller(context.caller, sellerProfileId);
  const type = checkedType(input.type);
  const format = declaredFormat(input, PROFILE_IMAGE_BYTES_MAX);
  const key = profileUploadKey({ sellerProfileId, type, uploadId: newId(), format });
  const upload = await presign(context, key, input);
  return async (tx) => {
    const { expiresAt } = upload;
    uploads.insert(tx, {
      key,
      format,
      sizeBytes,
      expiresAt,
      createdAt: context.now(),
      sellerProfileId,
      imageKind: type,
    });
    return upload;
  };
}
