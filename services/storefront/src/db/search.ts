import { integer, json, statement, type Statement, text, together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ArtistRow } from './artists.ts';
import type { CardRow } from './read-model.ts';
import { artistsText, type How, type Kind, productsText } from './search-texts.ts';

/** How much of a word's three-letter pieces must be in a word that is meant. */
const ALIKE = 0.4;
/** Shorter words have no three-letter piece that stands inside another word. */
const PIECE_CHARACTERS = 3;

type Window = { skip: number; limit: number };
export type Matches = { products: { cards: CardRow[]; total: number }; artists: { rows: ArtistRow[]; total: number } };

/** What holds all the terms; where nothing does, what is spelt nearly so. */
export async function search(em: EntityManager, terms: readonly string[], window: Window): Promise<Matches> {
  const exact = await searchFor(em, 'exact', terms, window);
  return exact.products.total + exact.artists.total > 0 ? exact : searchFor(em, 'alike', terms, window);
}

async function searchFor(em: EntityManager, how: How, terms: readonly string[], window: Window): Promise<Matches> {
  const kinds = terms.map((term): Kind => (how === 'alike' ? 'alike' : isShort(term) ? 'short' : 'exact'));
  if (kinds.every((kind) => kind === 'exact')) return ask(em, how, kinds, terms, window);
  return em.transactional(async (tx) => {
    await SET_ALIKE.all(tx, []);
    return ask(tx, how, kinds, terms, window);
  });
}

const SET_ALIKE = statement(`select set_config('pg_trgm.word_similarity_threshold', '${ALIKE}', true) as threshold`, {
  threshold: text,
});

async function ask(em: EntityManager, how: How, kinds: readonly Kind[], terms: readonly string[], window: Window) {
  const { products, artists } = statementsFor(how, kinds);
  const values = [window.limit, window.skip, ...terms.flatMap((term) => [patternOf(term), term])];
  const [[found], [who]] = await together(em, products.with(...values), artists.with(...values));
  return {
    products: { cards: found!.cards, total: found!.total },
    artists: { rows: who!.artists, total: who!.total },
  };
}

const isShort = (term: string): boolean => term.length < PIECE_CHARACTERS;

/** Anywhere in a text; a short one where a word begins. Terms are letters and digits, so they mean themselves. */
const patternOf = (term: string): string => (isShort(term) ? String.raw`\m${term}` : term);

type Statements = { products: Statement<typeof PRODUCTS>; artists: Statement<typeof ARTISTS> };
const PRODUCTS = { total: integer, cards: json<CardRow[]>() };
const ARTISTS = { total: integer, artists: json<ArtistRow[]>() };

/** One for each row of kinds, so that each term is looked for in the index. */
const known = new Map<string, Statements>();

function statementsFor(how: How, kinds: readonly Kind[]): Statements {
  const name = kinds.join();
  const statements = known.get(name) ?? {
    products: statement(productsText(how, kinds), PRODUCTS),
    artists: statement(artistsText(how, kinds), ARTISTS),
  };
  known.set(name, statements);
  return statements;
}
