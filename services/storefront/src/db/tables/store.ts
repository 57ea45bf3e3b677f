import { boolean, key, nullable, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Seller profiles as identity publishes them. The counters in the same row are not projected: `counts` changes them. */
export const store = replica('store', {
  id: key(uuid),
  userId: uuid,
  slug: text,
  isPublished: boolean,
  isHidden: boolean,
  storeName: text,
  artistName: text,
  searchText: text,
  avatarKey: nullable(text),
  updatedAt: timestamp,
});
