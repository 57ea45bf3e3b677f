import { isUuid } from '@estampa/kernel/ids';
import { type RowOf, text } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';

const COLUMNS = { sellerProductId: text, title: text, imageKey: text, sellerName: text, sellerSlug: text };
export type ProductDescription = RowOf<typeof COLUMNS>;

/** Queries what an order freezes of those of the products that are known and on sale. */
export const productDescriptions = (sellerProductIds: readonly string[]): Query<ProductDescription> =>
  DESCRIPTIONS.with(JSON.stringify(sellerProductIds.filter(isUuid)));

// As JSON, since PostgreSQL would plan anew for each length of an array.
const DESCRIPTIONS = statement(
  `select p.id as "sellerProductId", p.title, p.thumbnail_key as "imageKey", s.store_name as "sellerName",
     s.slug as "sellerSlug"
   from store_product p join store s on s.id = p.seller_profile_id
   where p.is_listed and not s.is_hidden and p.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as requested (id))`,
  COLUMNS,
);
