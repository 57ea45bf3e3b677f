import { DomainError } from '@estampa/kernel/errors';
import type { PageRequest } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { asTheyCome } from './as-they-come.ts';
import { getSearch } from './get-search.ts';
import type { PublicPage } from './public-page.ts';

export const SEARCHES_MAX = 16;

type Input = { text: string; page?: PageRequest };
type Found = { place: number; value: PublicPage };

/**
 * Several searches at once, each on a connection of its own. Those that fail are left out, and the error of the first ends it: whether
 * they are worth asking for alone.
 */
export function getSearches(context: Context, searches: readonly Input[]): AsyncIterable<Found[]> {
  if (searches.length > SEARCHES_MAX)
    throw new DomainError('invalid', 'validation_failed', `At most ${SEARCHES_MAX} searches`);
  return asTheyCome(searches.map((search) => getSearch(context, search)));
}
