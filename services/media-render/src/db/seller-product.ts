import { storeAndMark } from '@estampa/kit/events/inbox';
import { boolean } from '@estampa/kit/postgres/columns';
import { listOf, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

export type ProjectedSellerProduct = {
  id: string;
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  status: string;
  deleted: boolean;
  version: number;
  payload: string;
};

const STORE = statement(
  `with before as (
     select artwork_id, product_type_id from seller_product where id = $1 and status = 'active' and not deleted
   )
   insert into seller_product as known (id, seller_profile_id, product_type_id, artwork_id, status, deleted, version, fact)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)
   on conflict (id) do update set
     product_type_id = excluded.product_type_id, artwork_id = excluded.artwork_id, status = excluded.status,
     deleted = excluded.deleted, version = excluded.version, fact = excluded.fact
   where known.version < excluded.version and not known.deleted
   returning status = 'active' and not deleted and not exists (
     select from before where artwork_id = $4 and product_type_id = $3
   ) as "isOnSaleAnew"`,
  { isOnSaleAnew: boolean },
);

/** Whether the product shows its artwork on sale and did not before; undefined for what is older than what is known. */
export const upsertSellerProduct = (em: EntityManager, fact: ProjectedSellerProduct) => {
  const { id, sellerProfileId, productTypeId, artworkId, status, deleted, version, payload } = fact;
  const values = [id, sellerProfileId, productTypeId, artworkId, status, deleted, version, payload];
  return STORE.first(em, values);
};

const RETAIN_VERSIONS = storeAndMark(
  `update seller_product known set version = told.version, fact = told.fact
   from settings, (
     select event_id, fact, fact -> 'sellerProduct' as product, (fact ->> 'version')::int as version,
       coalesce((fact ->> 'deleted')::boolean, false) as deleted
     from unnest(${listOf('$1::uuid[]')}, ${listOf('$2::jsonb[]')}) as event (event_id, fact)
   ) told
   where known.id = (told.product ->> 'id')::uuid and known.version < told.version and not known.deleted and not told.deleted
     and known.status = told.product ->> 'status' and known.artwork_id = (told.product ->> 'artworkId')::uuid
     and known.product_type_id = (told.product ->> 'productTypeId')::uuid
   returning told.event_id`,
);

/** Keeps the newest of what is told of products whose artwork, type and status stay as they are; gives the ids of those events. */
export const projectSellerProductVersions = async (
  em: EntityManager,
  events: readonly { id: string; payload: string }[],
): Promise<string[]> => {
  const rows = await RETAIN_VERSIONS.all(em, [events.map(({ id }) => id), events.map(({ payload }) => payload)]);
  return rows.map(({ id }) => id);
};
