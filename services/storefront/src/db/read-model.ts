import { isUuid } from '@estampa/kernel/ids';
import { addressOrNull, type Card, type Store } from '../domain/pages.ts';
import { pictureAddress } from '../domain/picture-address.ts';

export type Condition = { sql: string; values: readonly string[] };

/** Finds by slug, and by id where the text is one. */
export function named(table: 's' | 'p', name: string): Condition {
  const bySlug = `${table}.slug = ?`;
  return isUuid(name)
    ? { sql: `(${table}.id = ? or ${bySlug})`, values: [name, name] }
    : { sql: bySlug, values: [name] };
}

/** An id goes before a slug that looks like it; of two that were heard to have one slug, the newer has it now. */
export const STORE_ORDER = 's.slug = ?, s.updated_at desc';

/** The columns of a card; takes the viewer's id or null, twice. */
export const CARD_COLUMNS = `
  p.id, p.title, p.slug, p.product_type_name as "productTypeName", p.min_price_cents as "minPriceCents",
  p.max_price_cents as "maxPriceCents", p.thumbnail_key as "thumbnailKey", s.slug as "storeSlug",
  s.artist_name as "artistName", p.likes_count as "likesCount",
  case when ?::uuid is not null then exists (
    select from product_like l where l.seller_product_id = p.id and l.user_id = ?::uuid
  ) end as "isLiked",
  p.created_at as "createdAt"`;

export const viewedBy = (viewer: string | null): [string | null, string | null] => [viewer, viewer];

export type CardRow = Omit<Card, 'thumbnailUrl'> & { thumbnailKey: string };

/** Key by key, so that the order of a card's members is the contract's. */
export const toCard = (row: CardRow): Card => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  productTypeName: row.productTypeName,
  minPriceCents: row.minPriceCents,
  maxPriceCents: row.maxPriceCents,
  thumbnailUrl: pictureAddress(row.thumbnailKey),
  storeSlug: row.storeSlug,
  artistName: row.artistName,
  likesCount: row.likesCount,
  isLiked: row.isLiked,
  createdAt: new Date(row.createdAt).toISOString(),
});

export const STORE_COLUMNS = `
  s.id as "storeId", s.store_name as "storeName", s.slug as "storeSlug", s.avatar_key as "avatarKey",
  s.followers_count as "followersCount", s.following_count as "followingCount",
  s.likes_received_count as "likesReceivedCount"`;

export type StoreRow = Omit<Store, 'id' | 'avatarUrl' | 'counters'> &
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
