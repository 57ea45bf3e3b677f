import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { profileImages } from '../../db/profile-image-repository.ts';
import type { UploadRow } from '../../db/tables/upload.ts';
import { uploads } from '../../db/upload-repository.ts';
import { checkedType, PROFILE_IMAGES, type ProfileImageType } from '../../domain/profile-image.ts';
import { profileImageKey } from '../../domain/storage-keys.ts';
import { readUpload } from '../storage/read-upload.ts';

type Uploaded = { sellerProfileId: string; type: string; key: string };

/** Far longer than news of a profile can be late. */
const UNNAMED_MS = 7 * 24 * 3_600_000;
/** An upload may begin until its address expires, and take as long again. */
const UPLOADING_MS = 15 * 60_000;

/** Makes the image that is shown of an upload; its profile names it next. Repeating it gives the same key. */
export async function completeProfileImage(
  context: Context,
  { sellerProfileId, type: word, key }: Uploaded,
): Promise<TransactionBody<string>> {
  const { em, caller, now } = context;
  mustBeSeller(caller, sellerProfileId);
  const type = checkedType(word);
  const upload = await uploads.findOfProfile(em, { key, sellerProfileId, imageKind: type });
  if (!upload) throw unknownReference('key', `upload of your ${type}`);
  const imageKey = profileImageKey(key);
  if (!upload.completedAt) await makeImage(context, upload, type, imageKey);

  return async (tx) => {
    const unnamedUntil = new Date(now().getTime() + UNNAMED_MS);
    if (await uploads.saveCompleted(tx, key, now())) {
      profileImages.insert(tx, { key: imageKey, sellerProfileId, unnamedUntil });
      discardedObjects.insert(tx, [key], new Date(upload.expiresAt.getTime() + UPLOADING_MS));
    } else if (!(await profileImages.saveOffered(tx, imageKey, unnamedUntil))) {
      throw new DomainError('invalid', 'file_not_found', 'This picture was replaced or removed; upload it again');
    }
    return imageKey;
  };
}

const makeImage = (context: Context, upload: UploadRow, type: ProfileImageType, imageKey: string): Promise<void> =>
  readUpload(context, upload, async ({ path, run }) => {
    const image = await run('coveringImage', { path, ...PROFILE_IMAGES[type] });
    await context.store.put(imageKey, image, { contentType: 'image/webp', isPublic: true });
  });
