import { randomInt } from 'node:crypto';
import type { Columns, RowOf } from '@estampa/kit/postgres/columns';
import { pipeline, type Statement } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import {
  BEST_SELLING_ARTISTS,
  BEST_SOLD_ARTWORKS,
  BESTSELLERS,
  NEWEST_ARTISTS,
  NEWEST_ARTWORKS,
  NEWEST_PRODUCTS,
} from '../../db/home-lists.ts';
import { homePage, shuffled } from '../../domain/discovery.ts';
import { artworkName, HOME, itemName, sellerName } from '../../domain/page-names.ts';
import { publicPage, type PublicPage } from './public-page.ts';

/** What sells best; where nothing was sold, what is newest. */
export async function getHome(context: Context): Promise<PublicPage> {
  const { em } = context;
  const sold = await pipeline(em, BESTSELLERS.with(), BEST_SOLD_ARTWORKS.with(), BEST_SELLING_ARTISTS.with());
  const orNewest = <C extends Columns>(rows: RowOf<C>[], newest: Statement<C>): Promise<RowOf<C>[]> | RowOf<C>[] =>
    rows.length > 0 ? rows : newest.all(em, []);
  const bestsellers = await orNewest(sold[0], NEWEST_PRODUCTS);
  const curated = shuffled(await orNewest(sold[1], NEWEST_ARTWORKS), (count) => randomInt(count));
  const featured = await orNewest(sold[2], NEWEST_ARTISTS);
  return publicPage(context, homePage({ bestsellers, curated, featured }), [
    HOME,
    ...bestsellers.map(({ id }) => itemName(id)),
    ...curated.map(({ id }) => artworkName(id)),
    ...featured.map(({ id }) => sellerName(id)),
  ]);
}
