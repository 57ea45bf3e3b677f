import { ARTIST_COLUMNS } from './artists.ts';
import { cardsOf } from './read-model.ts';

/** How many matches are ranked and counted; deeper pages are not offered. */
export const MATCHES_MAX = 1_000;
/** How many of the most popular products are scanned for any search. */
export const POPULAR_MAX = 20_000;
/** How many matches of the trigram index are read; beyond that, popular matches were found by the scan before. */
export const PIECES_MAX = 1_000;
/** Comparing trigrams is slower than matching words, so fewer of the most popular products are scanned for similar spelling. */
const ALIKE_POPULAR_MAX = 3_000;
/** How many matching artists are ranked. */
export const ARTISTS_MAX = 10_000;

/** How one term is matched. */
export type Kind = 'exact' | 'short' | 'alike';
type Places = { pattern: string; term: string };

/** The parameters of a term: its pattern, and the term itself. */
const placesOf = (at: number): Places => ({ pattern: `$${1 + 2 * at}::text`, term: `$${2 + 2 * at}::text` });
/** A parameter after those of the terms: limit, offset, and known ids. */
const after = (kinds: readonly Kind[], place: number): string => `$${2 * kinds.length + place}`;

/** The trigram index cannot find a short pattern; `%>` with the term itself narrows it down. */
const MATCHES: Readonly<Record<Kind, (column: string, places: Places) => string>> = {
  exact: (column, { pattern, term }) => `(${column} ~ ${pattern} and ${term} is not null)`,
  short: (column, { pattern, term }) => `(${column} ~ ${pattern} and ${column} operator(public.%>) ${term})`,
  alike: (column, { pattern, term }) => `(${column} ~ ${pattern} or ${column} operator(public.%>) ${term})`,
};

const matching = (kinds: readonly Kind[], column: string): string =>
  kinds.map((kind, at) => MATCHES[kind](column, placesOf(at))).join(' and ');

/** The same condition without an index: `position` takes a third of the time of a pattern. */
const containing = (kinds: readonly Kind[], column: string): string =>
  kinds
    .map((kind, at) => [kind, placesOf(at)] as const)
    .map(([kind, { pattern, term }]) =>
      kind === 'short'
        ? `(${column} ~ ${pattern} and ${term} is not null)`
        : `(position(${term} in ${column}) > 0 and ${pattern} is not null)`,
    )
    .join(' and ');

const BY_LIKES = 'likes_count desc, created_at desc, id desc';
const BY_FOLLOWERS = 'followers_count desc, id desc';

/** `offset 0` makes it look up one row at a time: the planner would read and hash the whole table. */
const IN_OPEN_STORE = (of: string) =>
  `cross join lateral (select 1 from store where id = ${of}.seller_profile_id and is_published offset 0) open_store`;

/** The most popular products in order, by an index-only scan that stops at the thousandth match. */
export const popularText = (kinds: readonly Kind[]): string => `
  with found as (
    select popular.id from (
      select id, seller_profile_id, likes_count, created_at, search_text from product_count
      where is_listed order by ${BY_LIKES} limit ${POPULAR_MAX}
    ) as popular ${IN_OPEN_STORE('popular')}
    where ${containing(kinds, 'popular.search_text')}
    order by popular.likes_count desc, popular.created_at desc, popular.id desc limit ${MATCHES_MAX}
  ),
  matching as materialized (select id, row_number() over () as rank from found),
  ranked as (select id, rank from matching order by rank limit ${after(kinds, 1)} offset ${after(kinds, 2)})
  select (select count(*) from matching) as total, (select array_agg(id) from matching) as ids, ${CARDS}`;

/**
 * Matches of the trigram index beyond those popular ones, in one order. The ids are selected first, on their own, so that the
 * trigram index is used: with a limit of a thousand PostgreSQL expects frequent matches and scans the table, all of it if the
 * word is rare. The scan still stops at the last row wanted.
 */
export const piecesText = (kinds: readonly Kind[]): string => `
  with ${hits(kinds)},
  few as materialized (select * from hit limit ${PIECES_MAX}),
  found as (select id from few union select unnest(${after(kinds, 3)}::uuid[])),
  matching as materialized (
    select counted.id, row_number() over (order by likes_count desc, created_at desc, counted.id desc) as rank
    from found cross join lateral (select * from product_count c where c.id = found.id and c.is_listed offset 0) counted
    ${IN_OPEN_STORE('counted')} order by rank limit ${MATCHES_MAX}
  ),
  ranked as (select id, rank from matching order by rank limit ${after(kinds, 1)} offset ${after(kinds, 2)})
  select (select count(*) from matching) as total, ${CARDS}`;

const hits = (kinds: readonly Kind[]): string => `
  hit as materialized (
    select p.id, p.seller_profile_id, p.search_text from store_product p
    where p.is_listed and ${matching(kinds, 'p.search_text')}
  )`;

const CARDS = `${cardsOf('ranked r join store_product p on p.id = r.id join store s on s.id = p.seller_profile_id order by r.rank')} as cards`;

/** Texts of the most popular products and of artists that may contain the intended words. */
export const alikePopularText = (kinds: readonly Kind[]): string => `
  (select popular.search_text as words from (
     select seller_profile_id, search_text from product_count where is_listed order by ${BY_LIKES} limit ${ALIKE_POPULAR_MAX}
   ) as popular ${IN_OPEN_STORE('popular')}
   where ${matching(kinds, 'popular.search_text')} limit ${PIECES_MAX})
  union all (
    with hit as materialized (
      select search_text from store s where s.is_published and ${matching(kinds, 's.search_text')}
    )
    select search_text from hit limit ${PIECES_MAX}
  )`;

/** The same for less popular products. */
export const alikePiecesText = (kinds: readonly Kind[]): string => `
  with ${hits(kinds)} select hit.search_text as words from hit ${IN_OPEN_STORE('hit')} limit ${PIECES_MAX}`;

/** No limit by popularity: there are far fewer artists than products. */
export const artistsText = (kinds: readonly Kind[]): string => `
  with hit as materialized (
    select s.id, s.followers_count from store s where s.is_published and ${matching(kinds, 's.search_text')}
  ),
  matching as materialized (
    select id, row_number() over (order by ${BY_FOLLOWERS}) as rank
    from (select * from hit limit ${ARTISTS_MAX}) as few order by rank limit ${MATCHES_MAX}
  ),
  ranked as (select id, rank from matching order by rank limit ${after(kinds, 1)} offset ${after(kinds, 2)})
  select (select count(*) from matching) as total, ${ARTISTS}`;

const ARTISTS = `(
    select coalesce(json_agg(artist), '[]') from (
      select ${ARTIST_COLUMNS} from ranked r join store s on s.id = r.id order by r.rank
    ) as artist
  ) as artists`;
