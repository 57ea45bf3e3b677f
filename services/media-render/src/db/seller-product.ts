import { text, statement } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

export type SellerProductFact = {
  id: string;
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  status: string;
  deleted: boolean;
  version: number;
  payload: string;
};

const KEEP = statement(
  `insert into seller_product as known (id, seller_profile_id, product_type_id, artwork_id, status, deleted, version, fact)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)
   on conflict (id) do update set
     product_type_id = excluded.product_type_id, artwork_id = excluded.artwork_id, status = excluded.status,
     deleted = excluded.deleted, version = excluded.version, fact = excluded.fact
   where known.version < excluded.version and not known.deleted
   returning id`,
  { id: text },
);

/** False for what is older than what is known. */
export const keepSellerProductFact = async (em: EntityManager, fact: SellerProductFact): Promise<boolean> => {
  const { id, sellerProfileId, productTypeId, artworkId, status, deleted, version, payload } = fact;
  const values = [id, sellerProfileId, productTypeId, artworkId, status, deleted, version, payload];
  return (await KEEP.first(em, values)) !== undefined;
};
