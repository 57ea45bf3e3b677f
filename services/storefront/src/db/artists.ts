import { integer, nullable, type RowOf, text } from '@estampa/kit/postgres/columns';

/** Columns of an artist in the feeds, selected from a store `s`: the seller and the counts of their work. */
export const ARTIST_COLUMNS = `
  s.id, s.artist_name as name, s.slug, s.avatar_key as "avatarKey", s.fact -> 'profile' ->> 'bannerKey' as "bannerKey",
  (select count(*) from store_product o where o.is_listed and o.seller_profile_id = s.id) as "productCount",
  (select count(distinct o.artwork_id) from store_product o
   where o.is_listed and o.seller_profile_id = s.id) as "designCount"`;

export const ARTIST = {
  id: text,
  name: text,
  slug: text,
  avatarKey: nullable(text),
  bannerKey: nullable(text),
  productCount: integer,
  designCount: integer,
};

export type ArtistRow = RowOf<typeof ARTIST>;
