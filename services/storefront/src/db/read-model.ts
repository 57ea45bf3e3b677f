import { isUuid } from '@estampa/kernel/ids';
import { imageSizes } from '@estampa/kernel/image-sizes';
import { integer, nullable, text } from '@estampa/kit/postgres/columns';
import { FOLLOWERS, LIKES_RECEIVED, likesOf } from './count-columns.ts';
import { addressOrNull, type Card, type Store } from '../domain/pages.ts';
import { imageAddress } from '../domain/image-address.ts';

/** The parameters that find a record by name: its id if the name is one, and the slug. */
export const named = (name: string): [id: string | null, slug: string] => [isUuid(name) ? name : null, name];

/**
 * The store that `$1` and `$2` name, unless it is hidden. An id wins over a slug that looks like it; of two stores with the same
 * slug, which out-of-order events can cause, the newer one has it.
 */
export const FOUND_STORE = `
  found as (
    select s.* from store s where (s.id = $1::uuid or s.slug = $2) and not s.is_hidden
    order by s.slug = $2, s.updated_at desc limit 1
  )`;

/**
 * The product on sale that `$3` and `$4` name within the found store. One condition for id and slug would read all products of
 * the store.
 */
export const FOUND_PRODUCT = `${FOUND_STORE},
  page as (
    select by_name.* from found cross join lateral (
      (select 1 as rank, p.* from store_product p where p.id = $3::uuid and p.seller_profile_id = found.id and p.is_listed)
      union all
      (select 2 as rank, p.* from store_product p
       where p.seller_profile_id = found.id and p.slug = $4 and p.is_listed order by p.created_at desc limit 1)
    ) as by_name order by rank limit 1
  )`;

/** Products with their stores, as JSON in the order of a subquery; `more` columns than those of a card. */
export const cardsOf = (products: string, more = ''): string => `(
  select coalesce(json_agg(card), '[]') from (select ${CARD_COLUMNS}${more} from ${products}) as card
)`;

const CARD_COLUMNS = `
  p.id, p.title, p.slug, p.product_type_name as "productTypeName", p.min_price_cents as "minPriceCents",
  p.max_price_cents as "maxPriceCents", p.thumbnail_key as "thumbnailKey", s.slug as "storeSlug",
  s.artist_name as "artistName", ${likesOf('p')} as "likesCount", p.created_at as "createdAt"`;

export type CardRow = Omit<Card, 'thumbnailUrl' | 'thumbnailSizes' | 'isLiked'> & { thumbnailKey: string };

/** Copied key by key, so that a card's members have the order of the contract. */
export const toCard = (row: CardRow): Card => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  productTypeName: row.productTypeName,
  minPriceCents: row.minPriceCents,
  maxPriceCents: row.maxPriceCents,
  thumbnailUrl: imageAddress(row.thumbnailKey),
  thumbnailSizes: imageSizes(row.thumbnailKey),
  storeSlug: row.storeSlug,
  artistName: row.artistName,
  likesCount: row.likesCount,
  isLiked: null,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** The stores that the owner follows are counted on each read: there are few. */
export const COUNTER_COLUMNS = `
  ${FOLLOWERS} as "followersCount",
  (select count(*) from follow f where f.user_id = s.user_id) as "followingCount",
  ${LIKES_RECEIVED} as "likesReceivedCount"`;

export const COUNTERS = { followersCount: integer, followingCount: integer, likesReceivedCount: integer };

export const STORE_COLUMNS = `
  s.id as "storeId", s.store_name as "storeName", s.slug as "storeSlug", s.avatar_key as "avatarKey", ${COUNTER_COLUMNS}`;
export const STORE = { storeId: text, storeName: text, storeSlug: text, avatarKey: nullable(text), ...COUNTERS };

type StoreRow = Omit<Store, 'id' | 'avatarUrl' | 'counters'> &
  Store['counters'] & { storeId: string; avatarKey: string | null };

export const toStore = (row: StoreRow): Store => ({
  id: row.storeId,
  storeName: row.storeName,
  storeSlug: row.storeSlug,
  avatarUrl: addressOrNull(row.avatarKey),
  counters: countersOf(row),
});

export const countersOf = ({ followersCount, followingCount, likesReceivedCount }: Store['counters']) => ({
  followersCount,
  followingCount,
  likesReceivedCount,
});
