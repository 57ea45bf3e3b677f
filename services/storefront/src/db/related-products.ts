import { type CardRow, cardsOf } from './read-model.ts';

export const RELATED_PRODUCTS_MAX = 12;

/** A card, and the store whose it is. */
export type RelatedRow = CardRow & { storeId: string };
const OF_STORE = ', s.id as "storeId"';

/** The inner query is an index-only scan, so it stays fast where one seller has most products of a type. */
const check = (condition: string) =>
  cardsOf(
    `store_product p join store s on s.id = p.seller_profile_id
    where p.id in (
      select c.id from store_product c join store s on s.id = c.seller_profile_id and s.is_published
      where c.is_listed and c.id <> page.id and ${condition}
      order by c.created_at desc, c.id desc limit ${RELATED_PRODUCTS_MAX}
    )
    order by p.created_at desc, p.id desc`,
    OF_STORE,
  );

/** How many of a type's newest products are searched for other sellers' products. */
export const NEWEST_CHECKED = 500;
const NEIGHBOURS_CHECKED = 50;

const ofType = 'c.is_listed and c.product_type_id = page.product_type_id';
const neighbours = (than: '<' | '>') => `(
  select c.id, c.seller_profile_id from store_product c where ${ofType} and c.seller_profile_id ${than} page.seller_profile_id
  order by c.seller_profile_id, c.created_at desc, c.id desc limit ${NEIGHBOURS_CHECKED})`;

/** Where thousands of the newest products belong to one seller, the search for others' products stops early. */
const RECOMMENDED = cardsOf(
  `store_product p join store s on s.id = p.seller_profile_id
  where p.id in (
    with newest as materialized (
      select c.id, c.seller_profile_id, c.created_at from store_product c where ${ofType}
      order by c.created_at desc, c.id desc limit ${NEWEST_CHECKED}
    ),
    others as materialized (
      select n.id from newest n join store s on s.id = n.seller_profile_id and s.is_published
      where n.seller_profile_id <> page.seller_profile_id
      order by n.created_at desc, n.id desc limit ${RELATED_PRODUCTS_MAX}
    )
    select id from others
    union all
    select adjacent.id from (${neighbours('<')} union all ${neighbours('>')}) as adjacent
    join store s on s.id = adjacent.seller_profile_id and s.is_published
    where (select count(*) from others) < ${RELATED_PRODUCTS_MAX}
  )
  order by p.created_at desc, p.id desc limit ${RELATED_PRODUCTS_MAX}`,
  OF_STORE,
);

/** Three indexed queries, each as JSON, newest first, for a statement that has the product as `page`. */
export const RELATED_COLUMNS = `
  ${check('c.artwork_id = page.artwork_id')} as "sameArtwork",
  ${check('c.seller_profile_id = page.seller_profile_id')} as "sameArtist",
  ${RECOMMENDED} as "recommended"`;
