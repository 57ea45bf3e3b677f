import { Artwork } from '@estampa/contracts/media/v1/artwork';
import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { json, statement, text } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { cardsOf, type CardRow, toCard } from '../../db/read-model.ts';
import { artworkName, cardsName, sellerName, storeName } from '../../domain/page-names.ts';
import { artworkPage } from '../../domain/pages.ts';
import { publicPage, type PublicPage } from './public-page.ts';

/** An artwork that is shown, with what it can be bought on. */
export async function getStoreArtwork(context: Context, { id }: { id: string }): Promise<PublicPage> {
  const row = isUuid(id) ? await ARTWORK_PAGE.first(context.em, [id]) : undefined;
  if (!row) throw notFound('artwork', id);

  const { storeId, storeSlug, artistName } = row;
  const artwork = Artwork.fromJSON(row.artwork);
  return publicPage(context, artworkPage({ artwork, storeSlug, artistName, products: row.products.map(toCard) }), [
    artworkName(artwork.id),
    cardsName(storeId),
    sellerName(storeId),
    storeName(storeId),
  ]);
}

const PRODUCTS_MAX = 100;

const ARTWORK_PAGE = statement(
  `select a.fact -> 'artwork' as artwork, s.id as "storeId", s.slug as "storeSlug", s.artist_name as "artistName",
     ${cardsOf(`store_product p where p.id in (
       select c.id from store_product c where c.artwork_id = a.id and c.is_listed
       order by c.created_at desc, c.id desc limit ${PRODUCTS_MAX}
     ) order by p.created_at desc, p.id desc`)} as products
   from artwork a join store s on s.id = (a.fact -> 'artwork' ->> 'sellerProfileId')::uuid and not s.is_hidden
   where a.id = $1 and not a.deleted and a.fact -> 'artwork' ->> 'status' = 'active'`,
  { artwork: json<unknown>(), storeId: text, storeSlug: text, artistName: text, products: json<CardRow[]>() },
);
