import { integer, type RowOf, text } from '@estampa/kit/postgres/columns';
import { pipeline, type Reads, statement } from '@estampa/kit/postgres/statement';
import { ARTIST, ARTIST_COLUMNS, type ArtistRow } from './artists.ts';

export const BESTSELLERS_MAX = 20;
export const CURATED_ARTWORKS_MAX = 10;
export const FEATURED_ARTISTS_MAX = 8;
/** How many of the newest products are read to find the newest artworks and artists. */
const NEWEST_PRODUCTS_CHECKED = 200;

type HomeLists = { bestsellers: ItemRow[]; curated: ArtworkRow[]; featured: ArtistRow[] };

export const home = {
  /** The bestsellers, in one round trip; the newest in place of each list for which nothing was sold. */
  async find(reads: Reads): Promise<HomeLists> {
    const [products, artworks, artists] = await pipeline(
      reads,
      BESTSELLERS.with(),
      BEST_SOLD_ARTWORKS.with(),
      BEST_SELLING_ARTISTS.with(),
    );
    return {
      bestsellers: products.length > 0 ? products : await NEWEST_PRODUCTS.all(reads, []),
      curated: artworks.length > 0 ? artworks : await NEWEST_ARTWORKS.all(reads, []),
      featured: artists.length > 0 ? artists : await NEWEST_ARTISTS.all(reads, []),
    };
  },
};

const ITEM = {
  id: text,
  title: text,
  slug: text,
  storeSlug: text,
  artistName: text,
  priceCents: integer,
  thumbnailKey: text,
  productTypeName: text,
};
type ItemRow = RowOf<typeof ITEM>;

const ITEM_COLUMNS = `
  p.id, p.title, p.slug, s.slug as "storeSlug", s.artist_name as "artistName", p.min_price_cents as "priceCents",
  p.thumbnail_key as "thumbnailKey", p.product_type_name as "productTypeName"`;

/** On sale in a store that is shown, with at least one variant to buy. */
const ON_SALE = 'p.is_listed and p.min_price_cents is not null';
const IN_STORE = 'join store s on s.id = p.seller_profile_id and s.is_published';

const BESTSELLERS = statement(
  `select ${ITEM_COLUMNS}
   from sales_count c join store_product p on p.id = c.id and ${ON_SALE} ${IN_STORE}
   where c.kind = 'product' and c.recent > 0 order by c.recent desc, c.id desc limit ${BESTSELLERS_MAX}`,
  ITEM,
);

const NEWEST_PRODUCTS = statement(
  `select ${ITEM_COLUMNS} from store_product p ${IN_STORE}
   where ${ON_SALE} order by p.created_at desc, p.id desc limit ${BESTSELLERS_MAX}`,
  ITEM,
);

const ARTWORK = {
  id: text,
  title: text,
  artistName: text,
  artistSlug: text,
  thumbnailKey: text,
  productCount: integer,
};
type ArtworkRow = RowOf<typeof ARTWORK>;

const ARTWORK_COLUMNS = `
  a.id, a.fact -> 'artwork' ->> 'title' as title, s.artist_name as "artistName", s.slug as "artistSlug",
  a.fact -> 'artwork' ->> 'previewKey' as "thumbnailKey",
  (select count(*) from store_product o where o.is_listed and o.artwork_id = a.id) as "productCount"`;

const OF_ARTIST = `join store s on s.id = (a.fact -> 'artwork' ->> 'sellerProfileId')::uuid and s.is_published`;

const BEST_SOLD_ARTWORKS = statement(
  `select ${ARTWORK_COLUMNS}
   from sales_count c join artwork a on a.id = c.id and not a.deleted ${OF_ARTIST}
   where c.kind = 'artwork' and c.total > 0
     and exists (select from store_product p where p.is_listed and p.artwork_id = a.id)
   order by c.total desc, c.id desc limit ${CURATED_ARTWORKS_MAX}`,
  ARTWORK,
);

const NEWEST = `
  newest as (
    select p.artwork_id, p.seller_profile_id, p.created_at from store_product p ${IN_STORE}
    where p.is_listed order by p.created_at desc, p.id desc limit ${NEWEST_PRODUCTS_CHECKED}
  )`;

const NEWEST_ARTWORKS = statement(
  `with ${NEWEST}, chosen as (
     select artwork_id as id, max(created_at) as at from newest group by artwork_id
     order by at desc, id desc limit ${CURATED_ARTWORKS_MAX}
   )
   select ${ARTWORK_COLUMNS} from chosen c join artwork a on a.id = c.id ${OF_ARTIST} order by c.at desc, c.id desc`,
  ARTWORK,
);

const BEST_SELLING_ARTISTS = statement(
  `select ${ARTIST_COLUMNS}
   from sales_count c join store s on s.id = c.id and s.is_published
   where c.kind = 'store' and c.recent > 0
     and exists (select from store_product p where p.is_listed and p.seller_profile_id = s.id)
   order by c.recent desc, c.id desc limit ${FEATURED_ARTISTS_MAX}`,
  ARTIST,
);

const NEWEST_ARTISTS = statement(
  `with ${NEWEST}, chosen as (
     select seller_profile_id as id, max(created_at) as at from newest group by seller_profile_id
     order by at desc, id desc limit ${FEATURED_ARTISTS_MAX}
   )
   select ${ARTIST_COLUMNS} from chosen c join store s on s.id = c.id order by c.at desc, c.id desc`,
  ARTIST,
);
