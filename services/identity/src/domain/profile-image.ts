import { invalidField } from './rejections.ts';

export const PROFILE_IMAGE_TYPES = ['avatar', 'banner'] as const;
export type ProfileImageType = (typeof PROFILE_IMAGE_TYPES)[number];

type Pictured = { avatarKey?: string | null; bannerKey?: string | null };

/** The column of a profile that stores the image. */
const KEY_OF = { avatar: 'avatarKey', banner: 'bannerKey' } as const satisfies Record<ProfileImageType, keyof Pictured>;

export function readImageType(word: string): ProfileImageType {
  const found = PROFILE_IMAGE_TYPES.find((type) => type === word);
  if (found === undefined) throw invalidField('type', 'invalid_value', 'must be avatar or banner');
  return found;
}

/** The change that puts an image on a profile, or takes it off; null when that is how it is. */
export function changeImage(profile: Pictured, type: ProfileImageType, key: string | null): Pictured | null {
  const field = KEY_OF[type];
  return (profile[field] ?? null) === key ? null : { [field]: key };
}
