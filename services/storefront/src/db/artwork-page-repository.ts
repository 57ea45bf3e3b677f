import { json, type RowOf } from '@estampa/kit/postgres/columns';
import { type Reads, statement } from '@estampa/kit/postgres/statement';
import { type CardRow, cardsOf } from './read-model.ts';
import { store } from './tables/store.ts';

const PRODUCTS_MAX = 100;

const { id, slug, artistName } = store.columns;
const PAGE = { artwork: json<unknown>(), storeId: id, storeSlug: slug, artistName, products: json<CardRow[]>() };

export const artworkPages = {
  /** The parts of an artwork's page, with its newest products on sale; undefined where it is not shown. `id` is a UUID. */
  find: (reads: Reads, artworkId: string): Promise<RowOf<typeof PAGE> | undefined> => FIND.first(reads, [artworkId]),
};

const FIND = statement(
  `select a.fact -> 'artwork' as artwork, s.id as "storeId", s.slug as "storeSlug", s.artist_name as "artistName",
     ${cardsOf(`store_product p where p.id in (
       select c.id from store_product c where c.artwork_id = a.id and c.is_listed
       order by c.created_at desc, c.id desc limit ${PRODUCTS_MAX}
     ) order by p.created_at desc, p.id desc`)} as products
   from artwork a join store s on s.id = (a.fact -> 'artwork' ->> 'sellerProfileId')::uuid and not s.is_hidden
   where a.id = $1 and not a.deleted and a.fact -> 'artwork' ->> 'status' = 'active'`,
  PAGE,
);
