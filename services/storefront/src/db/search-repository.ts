import { boolean, integer, json, type RowOf, text } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, type Reads, run, type Statement, statement } from '@estampa/kit/postgres/statement';
import { canSlip, hashOf, wordOf } from '../domain/search-words.ts';
import { wordsMeant } from '../domain/slips.ts';
import type { ArtistRow } from './artists.ts';
import type { CardRow } from './read-model.ts';
import { type Matches, textMatches, type Window } from './text-search-repository.ts';
import { isAbsent, rarestFirst } from './word-counts.ts';
import { anyOfText, oneWordText, otherWordsText, severalWordsText, similarText } from './word-search-texts.ts';

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
    const [exactly, others] = [exactQuery(ordered.flat(), window), OTHER_WORDS.with(...valuesOf(terms))];
    // A word that nothing had lately is looked for together with what it may stand for.
    const [found, known] = words.some(isAbsent)
      ? await pipeline(reads, exactly, others)
      : [await run(reads, exactly), undefined];
    const { areAllWorded, isCut, ...exact } = found[0]!;
    if (!areAllWorded) return textMatches.find(reads, terms, window);
    if (isCut) {
      const inTexts = await textMatches.findExactly(reads, words.flat(), window);
      return inTexts.products.total > exact.total ? inTexts : matchesOf(exact);
    }
    if (isAny(exact)) return matchesOf(exact);
    return findWider(reads, terms, known ?? (await run(reads, others)), window);
  },
};

/** A word that the term in a place may stand for: one that it begins or that contains it, or one that it may be a misspelling of. */
type Other = { place: number; word: string; isSimilar: boolean };

/** Of terms whose own words nothing has. */
async function findWider(
  reads: Reads,
  terms: readonly string[],
  others: readonly Other[],
  window: Window,
): Promise<Matches> {
  const words = terms.map(wordOf);
  const expanded = byPlace(
    terms,
    others.filter(({ isSimilar }) => !isSimilar),
  );
  const vain = new Set([keyOf(words.map((word) => [word]))]);
  const find = async (lists: readonly (readonly string[])[]): Promise<Found> => {
    const key = keyOf(lists);
    if (vain.has(key) || lists.some((list) => list.length === 0)) return NOTHING;
    vain.add(key);
    return findAnyOf(reads, lists, window);
  };

  // As the statement of other words decides whether it looks for similar ones.
  const isHopeful =
    expanded.every((list) => list.length > 0) &&
    expanded.some((list, place) => list.some((word) => word !== words[place]));
  const wider = await find(expanded);
  if (isAny(wider)) return matchesOf(wider);
  const similar = byPlace(
    terms,
    isHopeful ? await SIMILAR_WORDS.all(reads, [words.map(orNone)]) : others.filter(({ isSimilar }) => isSimilar),
  ).map((found, place) => wordsMeant(words[place]!, found));
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
function byPlace(terms: readonly string[], others: readonly Pick<Other, 'place' | 'word'>[]): string[][] {
  const found = Map.groupBy(others, ({ place }) => place);
  return terms.map((_term, at) => (found.get(at + 1) ?? []).map(toWord));
}

/** A term that may have no typo is a misspelling of nothing. */
const orNone = (word: string): string | null => (canSlip(word) ? word : null);

const valuesOf = (terms: readonly string[]) => [
  terms.map(wordOf),
  terms,
  terms.map((term) => term + LAST_CHARACTER),
  terms.map((term) => term.length >= INSIDE_FROM_CHARACTERS),
  terms.map((term) => orNone(wordOf(term))),
];

const NOTHING: Found = { total: 0, cards: [], artistsTotal: 0, artists: [] };

function exactQuery(words: readonly string[], { limit, skip }: Window): Query<Exact> {
  const [first, ...others] = words;
  return others.length === 0
    ? ONE_WORD.with(first, limit, skip)
    : SEVERAL_WORDS.with(first, others.map(hashOf), limit, skip);
}

async function findAnyOf(reads: Reads, lists: readonly (readonly string[])[], window: Window): Promise<Found> {
  const ordered = await rarestFirst(reads, lists);
  if (lists.every((words) => words.length === 1)) return (await run(reads, exactQuery(ordered.flat(), window)))[0]!;
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

const OTHER_WORDS = statement(otherWordsText, { place: integer, word: text, isSimilar: boolean });
const SIMILAR_WORDS = statement(similarText, { place: integer, word: text });

const EXACT = { ...FOUND, isCut: boolean, areAllWorded: boolean };
type Exact = RowOf<typeof EXACT>;
const ONE_WORD = statement(oneWordText, EXACT);
const SEVERAL_WORDS = statement(severalWordsText, EXACT);

/** One statement for each number of terms. */
const known = new Map<number, Statement<typeof FOUND>>();
function anyOf(count: number): Statement<typeof FOUND> {
  const made = known.get(count) ?? statement(anyOfText(count), FOUND);
  known.set(count, made);
  return made;
}
