import { boolean, statement } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

export type SellerProductFact = {
  id: string;
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  status: string;
  deleted: boolean;
  version: number;
};

const KEEP = statement(
  `with before as (
     select artwork_id, product_type_id from seller_product where id = $1 and status = 'active' and not deleted
   )
   insert into seller_product as known (id, seller_profile_id, product_type_id, artwork_id, status, deleted, version)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (id) do update set
     product_type_id = excluded.product_type_id, artwork_id = excluded.artwork_id, status = excluded.status,
     deleted = excluded.deleted, version = excluded.version
   where known.version < excluded.version and not known.deleted
   returning status = 'active' and not deleted and not exists (
     select from before where artwork_id = $4 and product_type_id = $3
   ) as "isOnSaleAnew"`,
  { isOnSaleAnew: boolean },
);

/** Whether the product shows its artwork on sale and did not before; undefined for what is older than what is known. */
export const keepSellerProductFact = (em: EntityManager, fact: SellerProductFact) => {
  const { id, sellerProfileId, productTypeId, artworkId, status, deleted, version } = fact;
  return KEEP.first(em, [id, sellerProfileId, productTypeId, artworkId, status, deleted, version]);
};
