import { randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import { home } from '../../db/home-repository.ts';
import { homePage, shuffled } from '../../domain/discovery.ts';
import { artworkName, HOME, itemName, sellerName } from '../../domain/page-names.ts';
import { publicPage, type PublicPage } from './public-page.ts';

/** The bestsellers; the newest where nothing was sold. */
export async function getHome(context: Context): Promise<PublicPage> {
  const { bestsellers, featured, ...lists } = await home.find(context.reads);
  const curated = shuffled(lists.curated, (count) => randomInt(count));
  return publicPage(context, homePage({ bestsellers, curated, featured }), [
    HOME,
    ...bestsellers.map(({ id }) => itemName(id)),
    ...curated.map(({ id }) => artworkName(id)),
    ...featured.map(({ id }) => sellerName(id)),
  ]);
}
