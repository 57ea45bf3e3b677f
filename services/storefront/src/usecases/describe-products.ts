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
): Promise<ProductDescription[]> => DESCRIPTIONS.all(em, [sellerProductIds.filter(isUuid)]);

const DESCRIPTIONS = statement(
  `select p.id as "sellerProductId", p.title, p.thumbnail_key as "imageKey", s.store_name as "sellerName",
     s.slug as "sellerSlug"
   from store_product p join store s on s.id = p.seller_profile_id
   where p.is_listed and p.id = any($1::uuid[])`,
  { sellerProductId: text, title: text, imageKey: text, sellerName: text, sellerSlug: text },
);
