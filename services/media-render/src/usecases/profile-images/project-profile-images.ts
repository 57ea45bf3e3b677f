import type { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { Context } from '../../context.ts';
import { profileImages } from '../../db/profile-image-repository.ts';

/** Cached pages may show an image a while longer than its profile does. */
const SHOWN_STILL_MS = 3_600_000;

/** The images that a profile names stay; one that it names no more goes. */
export async function projectProfileImages(
  { em, now }: Context,
  { profile, version }: SellerProfileChanged,
): Promise<void> {
  const { id: sellerProfileId, avatarKey, bannerKey } = profile!;
  const keys = [avatarKey, bannerKey].filter((key) => key !== undefined);
  const discardAt = new Date(now().getTime() + SHOWN_STILL_MS);
  await profileImages.saveNamed(em, { sellerProfileId, version, keys }, now(), discardAt);
}
