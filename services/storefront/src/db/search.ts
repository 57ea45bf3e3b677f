import { integer, json, statement, type Statement, text, together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ARTIST_COLUMNS, type ArtistRow } from './artists.ts';
import { type CardRow, cardsOf } from './read-model.ts';

/** So many matches are ranked and counted; nobody turns more pages. */
export const MATCHES_MAX = 1_000;
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

type How = 'exact' | 'alike';
/** How one term is looked for. */
type Kind = 'exact' | 'short' | 'alike';
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

/** Where the pattern of each term stands, and the term itself. */
const placesOf = (at: number) => ({ pattern: `$${3 + 2 * at}::text`, term: `$${4 + 2 * at}::text` });

/** A short pattern alone has no piece to look for in the index; what its word is like has. */
const MATCHES: Readonly<Record<Kind, (column: string, places: ReturnType<typeof placesOf>) => string>> = {
  exact: (column, { pattern, term }) => `(${column} ~ ${pattern} and ${term} is not null)`,
  short: (column, { pattern, term }) => `(${column} ~ ${pattern} and ${column} operator(public.%>) ${term})`,
  alike: (column, { pattern, term }) => `(${column} ~ ${pattern} or ${column} operator(public.%>) ${term})`,
};

const matching = (kinds: readonly Kind[], column: string): string =>
  kinds.map((kind, at) => MATCHES[kind](column, placesOf(at))).join(' and ');

/** What holds all terms is ranked by what people like, what is only spelt alike by how alike it is. */
const rank = (how: How, kinds: readonly Kind[], liking: string): string =>
  how === 'exact'
    ? liking
    : kinds.map((_kind, at) => `public.word_similarity(${placesOf(at).term}, search_text)`).join(' + ');

/**
 * All matches are asked for by themselves, so that they are looked for in the index: for the first thousand of what seems frequent
 * PostgreSQL would rather read the table, and read all of it where the word is rare after all. It still stops at the thousandth.
 */
export const productsText = (how: How, kinds: readonly Kind[]): string => `
  with hit as materialized (
    select p.id, p.seller_profile_id, p.created_at, p.search_text from store_product p
    where p.is_listed and ${matching(kinds, 'p.search_text')}
  ),
  matching as (
    select hit.* from hit join store s on s.id = hit.seller_profile_id and s.is_published limit ${MATCHES_MAX}
  ),
  liked as (
    select matching.*, coalesce((select n.likes_count from product_count n where n.id = matching.id), 0) as likes_count
    from matching
  ),
  ranked as (
    select id, row_number() over (order by ${rank(how, kinds, 'likes_count')} desc, created_at desc, id desc) as rank
    from liked order by rank limit $1 offset $2
  )
  select (select count(*) from matching) as total,
    ${cardsOf('ranked r join store_product p on p.id = r.id join store s on s.id = p.seller_profile_id order by r.rank')} as cards`;

const artistsText = (how: How, kinds: readonly Kind[]): string => `
  with hit as materialized (
    select s.id, s.followers_count, s.search_text from store s
    where s.is_published and ${matching(kinds, 's.search_text')}
  ),
  matching as (select * from hit limit ${MATCHES_MAX}),
  ranked as (
    select id, row_number() over (order by ${rank(how, kinds, 'followers_count')} desc, id desc) as rank
    from matching order by rank limit $1 offset $2
  )
  select (select count(*) from matching) as total, (
    select coalesce(json_agg(artist), '[]') from (
      select ${ARTIST_COLUMNS} from ranked r join store s on s.id = r.id order by r.rank
    ) as artist
  ) as artists`;
