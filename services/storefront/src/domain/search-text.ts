import { foldText } from '@estampa/kernel/slug';

const SEARCH_WORDS_MAX = 10;

/** Text in the form in which it is searched: without case and accents. */
export const searchText = (...parts: readonly string[]): string => fold(parts.join('\n'));

/** The words of a search within one store; all must match. */
export const searchWords = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, SEARCH_WORDS_MAX);

const SEARCH_TERMS_MAX = 6;

/** The words of a search over the marketplace: letters and digits only, which the index supports. */
export const searchTerms = (search: string): string[] => [
  ...new Set(
    fold(search)
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, SEARCH_TERMS_MAX) ?? [],
  ),
];

const fold = (text: string): string => foldText(text).replaceAll(/\p{Cc}/gu, ' ');
