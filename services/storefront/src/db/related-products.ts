import { cardsOf } from './read-model.ts';

export const RELATED_PRODUCTS_MAX = 12;

/** The inner look reads an index alone, so it stays fast where one seller has most products of a type. */
const look = (condition: string) =>
  cardsOf(`store_product p join store s on s.id = p.seller_profile_id
    where p.id in (
      select c.id from store_product c join store s on s.id = c.seller_profile_id and s.is_published
      where c.is_listed and c.id <> page.id and ${condition}
      order by c.created_at desc, c.id desc limit ${RELATED_PRODUCTS_MAX}
    )
    order by p.created_at desc, p.id desc`);

/** Three indexed looks, each as JSON, newest first: for a statement that has the product as `page`. */
export const RELATED_COLUMNS = `
  ${look('c.artwork_id = page.artwork_id')} as "sameArtwork",
  ${look('c.seller_profile_id = page.seller_profile_id')} as "sameArtist",
  ${look('c.product_type_id = page.product_type_id and c.seller_profile_id <> page.seller_profile_id')} as "recommended"`;
