import { integer, key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** An image of a seller profile, for as long as the profile names it. */
export const profileImage = table('profile_image', {
  key: key(text),
  sellerProfileId: uuid,
  /** The newest version of the profile that named it; null until one does. */
  factVersion: nullable(integer),
  /** An image that no profile names until then is removed. */
  unnamedUntil: timestamp,
});

export type ProfileImageRow = RowOf<typeof profileImage.columns>;
