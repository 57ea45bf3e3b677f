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
  const exact = await searchFor('exact', em, terms, window);
  if (exact.products.total + exact.artists.total > 0) return exact;
  return em.transactional(async (tx) => {
    await SET_ALIKE.all(tx, []);
    return searchFor('alike', tx, terms, window);
  });
}

const SET_ALIKE = statement(`select set_config('pg_trgm.word_similarity_threshold', '${ALIKE}', true) as threshold`, {
  threshold: text,
});

async function searchFor(how: How, em: EntityManager, terms: readonly string[], { skip, limit }: Window) {
  const values = [limit, skip, ...valuesOf(how, terms)];
  const { products, artists } = statementsFor(how, terms.length);
  const [[found], [who]] = await together(em, products.with(...values), artists.with(...values));
  return {
    products: { cards: found!.cards, total: found!.total },
    artists: { rows: who!.artists, total: who!.total },
  };
}

/** Anywhere in a text; a short one where a word begins. Terms are letters and digits, so they mean themselves. */
const patternOf = (term: string): string => (term.length < PIECE_CHARACTERS ? String.raw`\m${term}` : term);

type How = 'exact' | 'alike';
type Statements = { products: Statement<typeof PRODUCTS>; artists: Statement<typeof ARTISTS> };
const PRODUCTS = { total: integer, cards: json<CardRow[]>() };
const ARTISTS = { total: integer, artists: json<ArtistRow[]>() };

/** One for each number of terms, so that each term is looked for in the index. */
const known = new Map<string, Statements>();

function statementsFor(how: How, terms: number): Statements {
  const name = `${how} ${terms}`;
  const statements = known.get(name) ?? {
    products: statement(productsText(how, terms), PRODUCTS),
    artists: statement(artistsText(how, terms), ARTISTS),
  };
  known.set(name, statements);
  return statements;
}

/** Where the values of each term stand: a pattern, and where likeness is asked for the term itself. */
const places = (how: How, terms: number) =>
  Array.from({ length: terms }, (_one, at) =>
    how === 'exact'
      ? { pattern: `$${3 + at}::text` }
      : { pattern: `$${3 + 2 * at}::text`, term: `$${4 + 2 * at}::text` },
  );

const valuesOf = (how: How, terms: readonly string[]): string[] =>
  terms.flatMap((term) => (how === 'exact' ? [patternOf(term)] : [patternOf(term), term]));

const matching = (how: How, terms: number, column: string): string =>
  places(how, terms)
    .map(({ pattern, term }) =>
      term ? `(${column} ~ ${pattern} or ${column} operator(public.%>) ${term})` : `${column} ~ ${pattern}`,
    )
    .join(' and ');

/** What holds all terms is ranked by what people like, what is only spelt alike by how alike it is. */
const rank = (how: How, terms: number, liking: string): string =>
  how === 'exact'
    ? liking
    : places(how, terms)
        .map(({ term }) => `public.word_similarity(${term}, search_text)`)
        .join(' + ');

const productsText = (how: How, terms: number): string => `
  with matching as (
    select p.id, p.created_at, n.likes_count, p.search_text from store_product p join store s on s.id = p.seller_profile_id and s.is_published
      join product_count n on n.id = p.id
    where p.is_listed and ${matching(how, terms, 'p.search_text')} limit ${MATCHES_MAX}
  ),
  ranked as (
    select id, row_number() over (order by ${rank(how, terms, 'likes_count')} desc, created_at desc, id desc) as rank
    from matching order by rank limit $1 offset $2
  )
  select (select count(*) from matching) as total,
    ${cardsOf('ranked r join store_product p on p.id = r.id join store s on s.id = p.seller_profile_id order by r.rank')} as cards`;

const artistsText = (how: How, terms: number): string => `
  with matching as (
    select s.id, s.followers_count, s.search_text from store s
    where s.is_published and ${matching(how, terms, 's.search_text')} limit ${MATCHES_MAX}
  ),
  ranked as (
    select id, row_number() over (order by ${rank(how, terms, 'followers_count')} desc, id desc) as rank
    from matching order by rank limit $1 offset $2
  )
  select (select count(*) from matching) as total, (
    select coalesce(json_agg(artist), '[]') from (
      select ${ARTIST_COLUMNS} from ranked r join store s on s.id = r.id order by r.rank
    ) as artist
  ) as artists`;
