import { storeAndMark } from '@estampa/kit/events/inbox';
import { boolean, type RowOf, text, textArray } from '@estampa/kit/postgres/columns';
import { columnNames, takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import { listOf, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sellerProduct, type SellerProductRow } from './tables/seller-product.ts';

/** Replicated state of the catalog's products. */
export const sellerProducts = {
  /**
   * Stores a product unless a newer version of it is known. Gives whether it shows artworks on sale that it did not before, and which
   * it shows no more; undefined for an old version. `payload` is the catalog's complete event.
   */
  save: (em: EntityManager, row: SellerProductRow, payload: string): Promise<RowOf<typeof NEWS> | undefined> =>
    SAVE.first(em, [toRecord(row), payload]),

  /** Stores the newest versions of products whose artworks, type and status stay as they are; gives the ids of those events. */
  async saveVersions(em: EntityManager, events: readonly { id: string; payload: string }[]): Promise<string[]> {
    const rows = await SAVE_VERSIONS.all(em, [events.map(({ id }) => id), events.map(({ payload }) => payload)]);
    return rows.map(({ id }) => id);
  },
};

/** Condition of a product `alias` that shows an artwork on a surface other than its first one; by its own index. */
export const showsElsewhere = (alias: string, artworkId: string): string =>
  `(${alias}.other_artwork_ids @> array[${artworkId}::text] and ${alias}.other_artwork_ids <> '{}' and not ${alias}.deleted)`;

const NAMES = columnNames(sellerProduct.columns);
const { id: _id, sellerProfileId: _sellerProfileId, ...CHANGEABLE } = sellerProduct.columns;

const NEWS = { isOnSaleAnew: boolean, leftArtworkIds: textArray(text) };
const SAVE = statement(
  `with given as (select * from jsonb_populate_record(null::seller_product, $1)),
   before as (
     select artwork_id, other_artwork_ids, product_type_id, status from seller_product
     where id = (select id from given) and not deleted
   )
   insert into seller_product as known (${NAMES}, fact) select ${NAMES}, $2::jsonb from given
   on conflict (id) do update set ${takenFrom('excluded', CHANGEABLE)}, fact = excluded.fact
   where known.version < excluded.version and not known.deleted
   returning known.status = 'active' and not known.deleted and not exists (
     select from before where before.status = 'active' and before.artwork_id = known.artwork_id
       and before.product_type_id = known.product_type_id and before.other_artwork_ids = known.other_artwork_ids
   ) as "isOnSaleAnew", array(
     select other from before, unnest(before.other_artwork_ids) as other where other <> all(known.other_artwork_ids)
   ) as "leftArtworkIds"`,
  NEWS,
);

const SAVE_VERSIONS = storeAndMark(
  `update seller_product known set version = reported.version, fact = reported.fact
   from settings, (
     select event_id, fact, fact -> 'sellerProduct' as product, (fact ->> 'version')::int as version,
       coalesce((fact ->> 'deleted')::boolean, false) as deleted
     from unnest(${listOf('$1::uuid[]')}, ${listOf('$2::jsonb[]')}) as event (event_id, fact)
   ) reported
   where known.id = (reported.product ->> 'id')::uuid and known.version < reported.version and not known.deleted and not reported.deleted
     and known.status = reported.product ->> 'status' and known.artwork_id = (reported.product ->> 'artworkId')::uuid
     and known.product_type_id = (reported.product ->> 'productTypeId')::uuid
     and known.other_artwork_ids = array(
       select used ->> 'artworkId' from jsonb_array_elements(reported.product -> 'surfaces') with ordinality as listed (used, place)
       where place > 1 order by place)
   returning reported.event_id`,
);
