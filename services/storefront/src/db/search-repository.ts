import { boolean, integer, json, text } from '@estampa/kit/postgres/columns';
import { type Reads, type Statement, statement } from '@estampa/kit/postgres/statement';
import { canSlip, hashOf, wordOf } from '../domain/search-words.ts';
import { wordsMeant } from '../domain/slips.ts';
import type { ArtistRow } from './artists.ts';
import type { CardRow } from './read-model.ts';
import { inTime, type Matches, textMatches, type Window } from './text-search-repository.ts';
import { rarestFirst } from './word-counts.ts';
import { anyOfText, expansionsText, oneWordText, severalWordsText, similarText } from './word-search-texts.ts';

/** Deadline for finding what words may be misspellings of; the search then responds with nothing. */
const SIMILAR_DEADLINE_MS = 400;
/** The share of a word's trigrams that a similar word must contain: swapped letters leave little more. */
const SIMILAR = 0.4;
/** Shorter terms are found at the beginning of words alone: inside of words they are everywhere. */
const INSIDE_FROM_CHARACTERS = 3;
/** Above all letters, where a range of words that begin alike ends. */
const LAST_CHARACTER = '\u{10FFFF}';

export const matches = {
  /**
   * Matches of all terms as words; where there are none, of words that begin with them or contain them; then of words that they may
   * be misspellings of. Where lists are too long to be read to their ends, the texts are searched for the words, unless the lists had
   * more; while the words of some rows are still to be made, for the terms themselves.
   */
  async find(reads: Reads, terms: readonly string[], window: Window): Promise<Matches> {
    const words = [...new Set(terms.map(wordOf))];
    const ordered = await rarestFirst(
      reads,
      words.map((word) => [word]),
    );
    const { areAllWorded, isCut, ...exact } = await findExactly(reads, ordered.flat(), window);
    if (!areAllWorded) return textMatches.find(reads, terms, window);
    if (isCut) {
      const inTexts = await textMatches.findExactly(reads, words.flat(), window);
      return inTexts.products.total > exact.total ? inTexts : matchesOf(exact);
    }
    if (isAny(exact)) return matchesOf(exact);
    return findWider(reads, terms, words, window);
  },
};

/** Of terms whose own words nothing has. */
async function findWider(
  reads: Reads,
  terms: readonly string[],
  words: readonly string[],
  window: Window,
): Promise<Matches> {
  const expanded = await wordsBy(terms, (all) => EXPANSIONS.all(reads, expansionValues(all)));
  const alike = () => wordsBy(terms.map(wordOf), (all) => findSimilar(reads, all));
  const vain = new Set([keyOf(words.map((word) => [word]))]);
  const find = async (lists: readonly (readonly string[])[]): Promise<Found> => {
    const key = keyOf(lists);
    if (vain.has(key) || lists.some((list) => list.length === 0)) return NOTHING;
    vain.add(key);
    return findAnyOf(reads, lists, window);
  };

  const wider = await find(expanded);
  if (isAny(wider)) return matchesOf(wider);
  const similar = (await alike()).map((found, place) => wordsMeant(wordOf(terms[place]!), found));
  const nearest = similar.map((meant, place) =>
    expanded[place]!.length > 0 ? expanded[place]! : meant.filter(({ slips }) => slips === meant[0]!.slips).map(toWord),
  );
  const meant = await find(nearest);
  return matchesOf(
    isAny(meant) ? meant : await find(similar.map((all, place) => [...expanded[place]!, ...all.map(toWord)])),
  );
}

/** Terms stand for the same words in any order, and twice as once. */
const keyOf = (lists: readonly (readonly string[])[]): string =>
  [...new Set(lists.map((words) => [...new Set(words)].toSorted().join()))].toSorted().join(' ');

const toWord = ({ word }: { word: string }): string => word;

/** The words that each term may stand for. */
async function wordsBy(
  terms: readonly string[],
  find: (terms: readonly string[]) => Promise<readonly { place: number; word: string }[]>,
): Promise<string[][]> {
  const found = Map.groupBy(await find(terms), ({ place }) => place);
  return terms.map((_term, at) => (found.get(at + 1) ?? []).map(toWord));
}

const expansionValues = (terms: readonly string[]) => [
  terms.map(wordOf),
  terms,
  terms.map((term) => term + LAST_CHARACTER),
  terms.map((term) => term.length >= INSIDE_FROM_CHARACTERS),
];

/** A term that may have no typo stands for nothing here. */
async function findSimilar(reads: Reads, words: readonly string[]) {
  const similar = SIMILAR_WORDS.with(words.map((word) => (canSlip(word) ? word : null)));
  const [found = []] = (await inTime(reads, SIMILAR_DEADLINE_MS, SIMILAR, similar)) ?? [];
  return found;
}

const NOTHING: Found = { total: 0, cards: [], artistsTotal: 0, artists: [] };

async function findExactly(reads: Reads, words: readonly string[], { limit, skip }: Window) {
  const [first, ...others] = words;
  const found =
    others.length === 0
      ? await ONE_WORD.first(reads, [first, limit, skip])
      : await SEVERAL_WORDS.first(reads, [first, others.map(hashOf), limit, skip]);
  return found!;
}

async function findAnyOf(reads: Reads, lists: readonly (readonly string[])[], window: Window): Promise<Found> {
  const ordered = await rarestFirst(reads, lists);
  if (lists.every((words) => words.length === 1)) return findExactly(reads, ordered.flat(), window);
  const [first, ...others] = ordered;
  const values = [first, ...others.map((words) => words.map(hashOf)), window.limit, window.skip];
  return (await anyOf(lists.length).first(reads, values))!;
}

const FOUND = { total: integer, cards: json<CardRow[]>(), artistsTotal: integer, artists: json<ArtistRow[]>() };
type Found = { total: number; cards: CardRow[]; artistsTotal: number; artists: ArtistRow[] };

const isAny = ({ total, artistsTotal }: Found): boolean => total + artistsTotal > 0;
const matchesOf = ({ total, cards, artistsTotal, artists }: Found): Matches => ({
  products: { cards, total },
  artists: { rows: artists, total: artistsTotal },
});

const EXPANSIONS = statement(expansionsText, { place: integer, word: text });
const SIMILAR_WORDS = statement(similarText, { place: integer, word: text });

const EXACT = { ...FOUND, isCut: boolean, areAllWorded: boolean };
const ONE_WORD = statement(oneWordText, EXACT);
const SEVERAL_WORDS = statement(severalWordsText, EXACT);

/** One statement for each number of terms. */
const known = new Map<number, Statement<typeof FOUND>>();
function anyOf(count: number): Statement<typeof FOUND> {
  const made = known.get(count) ?? statement(anyOfText(count), FOUND);
  known.set(count, made);
  return made;
}
