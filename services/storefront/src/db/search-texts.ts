import { ARTIST_COLUMNS } from './artists.ts';
import { cardsOf } from './read-model.ts';

/** So many matches are ranked and counted; nobody turns more pages. */
export const MATCHES_MAX = 1_000;
/** The most popular products tell whether what is looked for is common: in so many of so many of them. */
export const SAMPLE_PRODUCTS = 1_000;
const COMMON_IN_SAMPLE = 20;
/** How far what is common is looked for down the list of what is popular: twice as far as it takes at that share. */
const WALK_PRODUCTS = (2 * MATCHES_MAX * SAMPLE_PRODUCTS) / COMMON_IN_SAMPLE;

/** Slips that are forgiven in a word by its length: one from four letters on, two from eight. */
const SLIPS = (term: string) => `case when length(${term}) < 4 then 0 when length(${term}) < 8 then 1 else 2 end`;
/** More of a word is not compared; the comparison itself ends at 255 bytes. */
const COMPARED_CHARACTERS = 60;

export type How = 'exact' | 'alike';
/** How one term is looked for. */
export type Kind = 'exact' | 'short' | 'alike';
type Places = { pattern: string; term: string };

/** Where the pattern of each term stands, and the term itself. */
const placesOf = (at: number): Places => ({ pattern: `$${3 + 2 * at}::text`, term: `$${4 + 2 * at}::text` });

/**
 * A short pattern alone has no piece to look for in the index; what its word is like has. Pieces only find what may be alike: "leite"
 * shares as many with "leao" as a slip would leave, so the words are compared letter by letter.
 */
const MATCHES: Readonly<Record<Kind, (column: string, places: Places) => string>> = {
  exact: (column, { pattern, term }) => `(${column} ~ ${pattern} and ${term} is not null)`,
  short: (column, { pattern, term }) => `(${column} ~ ${pattern} and ${column} operator(public.%>) ${term})`,
  alike: (column, { pattern, term }) => `(${column} ~ ${pattern} or (${column} operator(public.%>) ${term} and exists (
    select from regexp_split_to_table(${column}, '[[:space:][:punct:]]+') as word
    where public.levenshtein_less_equal(
      left(word, ${COMPARED_CHARACTERS}), left(${term}, ${COMPARED_CHARACTERS}), ${SLIPS(term)}) <= ${SLIPS(term)})))`,
};

const all = (kinds: readonly Kind[], matches: (kind: Kind, places: Places) => string): string =>
  kinds.map((kind, at) => matches(kind, placesOf(at))).join(' and ');
const matching = (kinds: readonly Kind[], column: string): string =>
  all(kinds, (kind, places) => MATCHES[kind](column, places));

const alikeness = (kinds: readonly Kind[], column: string): string =>
  kinds.map((_kind, at) => `public.word_similarity(${placesOf(at).term}, ${column})`).join(' + ');

/** What holds all terms is ranked by what people like, what is only spelt alike by how alike it is first. */
const rank = (how: How, kinds: readonly Kind[], column: string, liking: string): string =>
  [...(how === 'alike' ? [`(${alikeness(kinds, column)}) desc`] : []), liking].join(', ');

const BY_LIKES = 'likes_count desc, created_at desc, id desc';

/**
 * Each term stands in the words of a product or of its artist. What is common is found from the most popular product downwards, which
 * ends early; all else by the index of three-letter pieces, where there is little to rank. Which of the two, the most popular
 * thousand tell: PostgreSQL's own guess reads whole tables. Both give the same matches in the same order.
 */
export const productsText = (how: How, kinds: readonly Kind[]): string => {
  const either = (product: string, artist: string) =>
    all(kinds, (kind, places) => `(${MATCHES[kind](product, places)} or ${MATCHES[kind](artist, places)})`);
  // Looked up one by one (`offset 0`): the planner would rather read and hash both tables.
  const popular = (count: number) => `(
    select c.id, c.likes_count, c.created_at, p.search_text, s.search_text as artist_text
    from (select * from product_count where is_listed order by ${BY_LIKES} limit ${count}) c
    cross join lateral (select search_text from store_product where id = c.id offset 0) p
    cross join lateral (select search_text from store where id = c.seller_profile_id and is_published offset 0) s
  ) as popular where ${either('search_text', 'artist_text')}`;
  return `
  with sample as materialized (select count(*) >= ${COMMON_IN_SAMPLE} as is_common from ${popular(SAMPLE_PRODUCTS)}),
  walked as materialized (
    select id, likes_count, created_at, search_text, artist_text from ${popular(WALK_PRODUCTS)}
      and (select is_common from sample)
    order by ${BY_LIKES} limit ${MATCHES_MAX}
  ),
  verdict as materialized (
    select not is_common or (select count(*) from walked) < ${MATCHES_MAX} as is_rare from sample
  ),
  artist as materialized (
    select id, search_text from store s where s.is_published and (select is_rare from verdict)
      and (${kinds.map((kind, at) => MATCHES[kind]('s.search_text', placesOf(at))).join(' or ')})
  ),
  own as materialized (
    select p.id, p.seller_profile_id, p.search_text from store_product p
    where p.is_listed and (select is_rare from verdict) and ${matching(kinds, 'p.search_text')}
  ),
  hit as (
    select own.id, own.search_text, s.search_text as artist_text
    from own cross join lateral (
      select search_text from store where id = own.seller_profile_id and is_published offset 0) s
    union
    select p.id, p.search_text, a.search_text from artist a
    cross join lateral (
      select id, search_text from store_product where seller_profile_id = a.id and is_listed offset 0) p
    where ${either('p.search_text', 'a.search_text')}
  ),
  found as (
    select id, likes_count, created_at, search_text, artist_text from walked where not (select is_rare from verdict)
    union all
    select hit.id, c.likes_count, c.created_at, hit.search_text, hit.artist_text from hit
    cross join lateral (select likes_count, created_at from product_count where id = hit.id offset 0) c
  ),
  matching as materialized (
    select id, row_number() over (
      order by ${rank(how, kinds, `search_text || ' ' || artist_text`, BY_LIKES)}) as rank
    from found order by rank limit ${MATCHES_MAX}
  ),
  ranked as (select id, rank from matching order by rank limit $1 offset $2)
  select (select count(*) from matching) as total,
    ${cardsOf('ranked r join store_product p on p.id = r.id join store s on s.id = p.seller_profile_id order by r.rank')} as cards`;
};

/** There are far fewer artists than products: all that match are ranked. */
export const artistsText = (how: How, kinds: readonly Kind[]): string => `
  with hit as materialized (
    select s.id, s.followers_count, s.search_text from store s
    where s.is_published and ${matching(kinds, 's.search_text')}
  ),
  matching as materialized (
    select id, row_number() over (
      order by ${rank(how, kinds, 'search_text', 'followers_count desc, id desc')}) as rank
    from hit order by rank limit ${MATCHES_MAX}
  ),
  ranked as (select id, rank from matching order by rank limit $1 offset $2)
  select (select count(*) from matching) as total, (
    select coalesce(json_agg(artist), '[]') from (
      select ${ARTIST_COLUMNS} from ranked r join store s on s.id = r.id order by r.rank
    ) as artist
  ) as artists`;
