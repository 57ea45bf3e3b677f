import { isUuid } from '@estampa/kernel/ids';
import { statement, text } from '@estampa/kit/statement';
import type { Context } from '../context.ts';

export type ProductDescription = {
  sellerProductId: string;
  title: string;
  imageKey: string;
  sellerName: string;
  sellerSlug: string;
};

/** Those of the products that are known and on sale, as an order freezes them. */
export const describeProducts = (
  { em }: Pick<Context, 'em'>,
  sellerProductIds: readonly string[],
): Promise<ProductDescription[]> => DESCRIPTIONS.all(em, [JSON.stringify(sellerProductIds.filter(isUuid))]);

// As JSON, since PostgreSQL would plan anew for each length of an array.
const DESCRIPTIONS = statement(
  `select p.id as "sellerProductId", p.title, p.thumbnail_key as "imageKey", s.store_name as "sellerName",
     s.slug as "sellerSlug"
   from store_product p join store s on s.id = p.seller_profile_id
   where p.is_listed and not s.is_hidden and p.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as asked (id))`,
  { sellerProductId: text, title: text, imageKey: text, sellerName: text, sellerSlug: text },
);
