import { Artwork } from '@estampa/contracts/media/v1/artwork';
import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Context } from '../../context.ts';
import { artworkPages } from '../../db/artwork-page-repository.ts';
import { toCard } from '../../db/read-model.ts';
import { artworkName, cardsName, sellerName, storeName } from '../../domain/page-names.ts';
import { artworkPage } from '../../domain/pages.ts';
import { publicPage, type PublicPage } from './public-page.ts';

/** An artwork that is shown, with the products on sale that show it. */
export async function getStoreArtwork(context: Context, { id }: { id: string }): Promise<PublicPage> {
  const row = isUuid(id) ? await artworkPages.find(context.reads, id) : undefined;
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
