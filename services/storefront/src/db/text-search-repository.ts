import { isQueryCanceled } from '@estampa/kit/postgres/transient-errors';
import { integer, json, list, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, type Reads, type RowsOf, statement } from '@estampa/kit/postgres/statement';
import { meaningOf, slipsIn } from '../domain/slips.ts';
import type { ArtistRow } from './artists.ts';
import type { CardRow } from './read-model.ts';
import {
  alikePiecesText,
  alikePopularText,
  artistsText,
  type Kind,
  MATCHES_MAX,
  piecesText,
  popularText,
} from './search-texts.ts';

/**
 * The share of a word's trigrams that a similar word must contain: few unrelated words share half, and swapped letters leave
 * less.
 */
const HALF = 0.5;
const SOME = 0.4;
/** Shorter words have no trigram that occurs inside other words. */
const PIECE_CHARACTERS = 3;
/** Deadline of one query; the search then responds with what it has found. */
const CHECK_DEADLINE_MS = 800;
const ALIKE_DEADLINE_MS = 400;

export type Window = { skip: number; limit: number };
export type Matches = { products: { cards: CardRow[]; total: number }; artists: { rows: ArtistRow[]; total: number } };

/** Searches in the texts themselves, which needs no words that are made of them. */
export const textMatches = {
  /** Matches of all terms anywhere in a text. */
  findExactly,

  /** The same; where there are none, matches of the words that they may be misspellings of. */
  async find(reads: Reads, requested: readonly string[], window: Window): Promise<Matches> {
    const exact = await findExactly(reads, requested, window);
    const terms = byKind(requested);
    if (exact.products.total + exact.artists.total > 0) return exact;
    const meant = terms.some((term) => slipsIn(term.length) > 0) ? await findMeant(reads, terms) : null;
    return meant ? findExactly(reads, meant, window) : exact;
  },
};

/** The most popular products first, which suffices for common words; then all others by the trigram index. */
async function findExactly(reads: Reads, requested: readonly string[], window: Window): Promise<Matches> {
  const terms = byKind(requested);
  const statements = statementsFor(terms.map(kindOf));
  const values = [...valuesOf(terms), window.limit, window.skip];
  const popular = (await statements.popular.first(reads, values))!;
  const artists = statements.artists.with(...values);
  const pieces =
    popular.total >= MATCHES_MAX
      ? await inTime(reads, CHECK_DEADLINE_MS, SOME, artists)
      : await inTime(reads, CHECK_DEADLINE_MS, SOME, artists, statements.pieces.with(...values, popular.ids ?? []));
  const [[artist] = [], [product = popular] = []] = pieces ?? [];
  return {
    products: { cards: product.cards, total: product.total },
    artists: { rows: artist?.artists ?? [], total: artist?.total ?? 0 },
  };
}

/** Trigrams only preselect: "leite" shares as many with "leao" as a typo would leave, so letters are compared. */
async function findMeant(reads: Reads, terms: readonly string[]): Promise<string[] | null> {
  const { alikePopular, alikePieces } = statementsFor(terms.map(alikeKindOf));
  const texts: string[] = [];
  const check = async (of: typeof alikePopular, part: number): Promise<void> => {
    const [found = []] = (await inTime(reads, ALIKE_DEADLINE_MS, part, of.with(...valuesOf(terms)))) ?? [];
    texts.push(...found.map(({ words }) => words));
  };
  await check(alikePopular, SOME);
  await check(alikePieces, HALF);
  const meant = meaningOf(terms, texts);
  if (meant) return meant;
  await check(alikePieces, SOME);
  return meaningOf(terms, texts);
}

/**
 * Compares trigrams by a share that similar words must have; undefined when a statement exceeds its deadline. The transaction, which
 * the settings end with, is one round trip: should a statement fail, the commit rolls it back.
 */
async function inTime<A extends readonly Query<unknown>[]>(
  reads: Reads,
  deadlineMs: number,
  part: number,
  ...requested: A
): Promise<RowsOf<A> | undefined> {
  try {
    const set = SET.with(`${deadlineMs}ms`, String(part));
    const found = await pipeline<readonly Query<unknown>[]>(reads, BEGIN.with(), set, ...requested, COMMIT.with());
    return found.slice(2, -1) as RowsOf<A>;
  } catch (error) {
    if (isQueryCanceled(error)) return undefined;
    throw error;
  }
}

const BEGIN = statement('begin', {});
const COMMIT = statement('commit', {});

/** Without parallel workers the index is read in one order, so the first matches are the same each time. */
const SET = statement(
  `select set_config('statement_timeout', $1, true) as deadline,
     set_config('pg_trgm.word_similarity_threshold', $2, true) as threshold,
     set_config('max_parallel_workers_per_gather', '0', true) as workers`,
  { deadline: text, threshold: text, workers: text },
);

const isShort = (term: string): boolean => term.length < PIECE_CHARACTERS;
const kindOf = (term: string): Kind => (isShort(term) ? 'short' : 'exact');
const alikeKindOf = (term: string): Kind => (slipsIn(term.length) > 0 ? 'alike' : kindOf(term));

/** Matches anywhere in a text, a short term only where a word begins. Terms are letters and digits, so they need no escaping. */
const patternOf = (term: string): string => (isShort(term) ? String.raw`\m${term}` : term);
const valuesOf = (terms: readonly string[]): string[] => terms.flatMap((term) => [patternOf(term), term]);

const PRODUCTS = { total: integer, cards: json<CardRow[]>() };
const FOUND = { total: integer, artists: json<ArtistRow[]>() };
const WORDS = { words: text };

/** All terms must match, so their order is free: sorting them bounds the number of prepared statements per connection. */
export const byKind = (terms: readonly string[]): string[] =>
  terms.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));

/** One set of statements for each sequence of kinds: with a condition for each term, every term can use the index. */
const known = new Map<string, ReturnType<typeof makeStatements>>();

function statementsFor(kinds: readonly Kind[]) {
  const name = kinds.join();
  const statements = known.get(name) ?? makeStatements(kinds);
  known.set(name, statements);
  return statements;
}

const makeStatements = (kinds: readonly Kind[]) => ({
  popular: statement(popularText(kinds), { ...PRODUCTS, ids: nullable(list(text)) }),
  pieces: statement(piecesText(kinds), PRODUCTS),
  artists: statement(artistsText(kinds), FOUND),
  alikePopular: statement(alikePopularText(kinds), WORDS),
  alikePieces: statement(alikePiecesText(kinds), WORDS),
});
