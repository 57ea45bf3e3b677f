import { type PageRequest, pageOf } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { matches } from '../../db/search-repository.ts';
import type { Matches } from '../../db/text-search-repository.ts';
import { toCard } from '../../db/read-model.ts';
import { searchPage } from '../../domain/discovery.ts';
import { searchTerms } from '../../domain/search-text.ts';
import { tellingWords } from '../../domain/search-words.ts';
import { publicPage, type PublicPage } from './public-page.ts';

const NOTHING: Matches = { products: { cards: [], total: 0 }, artists: { rows: [], total: 0 } };

/** Has no page names, since any change may change what matches, or its order. */
export async function getSearch(context: Context, input: { text: string; page?: PageRequest }): Promise<PublicPage> {
  const window = pageOf(input.page);
  const terms = tellingWords(searchTerms(input.text));
  const { products, artists } = terms.length > 0 ? await matches.find(context.reads, terms, window) : NOTHING;
  const found = { cards: products.cards.map(toCard), total: products.total };
  return publicPage(context, searchPage({ products: found, artists, ...window }), []);
}
