import { listOf } from '@estampa/kit/postgres/statement';
import { ARTIST_COLUMNS } from './artists.ts';
import { cardsOf } from './read-model.ts';
import { ALL_WORDED } from './search-word-repository.ts';
import { MATCHES_MAX } from './search-texts.ts';

/** How far the list of the rarest word is read for matches of all words; deeper ones are left to the trigram index. */
export const SCANNED_MAX = 5_000;
/** How far words are counted to know the rarest: of two that occur more often either will do. */
const COUNTED_MAX = 50_000;
/** Of each word that a term may stand for. */
const SCANNED_EACH_MAX = 1_000;
/** How many words one term may stand for. */
export const WORDS_EACH_MAX = 16;
/** How many words of the dictionary are looked at for one term. */
export const CANDIDATES_MAX = 200;

type Kind = { table: string; order: string };
const PRODUCT: Kind = { table: 'product_word', order: 'likes_count desc, created_at desc, id desc' };
const ARTIST: Kind = { table: 'artist_word', order: 'followers_count desc, id desc' };

/**
 * What has a word and all others of which hashes are given: reads the list of the word in order of rank, and the hashes beside it.
 * Parameters: the word, the hashes, limit and offset.
 */
const eachOf = (name: string, { table, order }: Kind): string => `
  ${name}_found as (
    select id from (select * from ${table} where word = $1::text order by ${order} limit ${SCANNED_MAX}) as scanned
    where word_hashes @> ${listOf('$2::int[]')} order by ${order} limit ${MATCHES_MAX}
  ),
  ${matched(name, '$3', '$4')}`;

/** The same of one word: only what is shown is read in order, the rest is counted. */
const allOf = (name: string, { table, order }: Kind): string => `
  ${name}_matching as (select from ${table} where word = $1::text limit ${MATCHES_MAX}),
  ${name}_shown as materialized (
    select id, row_number() over () as place from (
      select id from ${table} where word = $1::text
      order by ${order} limit least($2, greatest(${MATCHES_MAX} - $3, 0)) offset $3
    ) as listed
  )`;

/** The same of terms of which each may stand for several words: the words of the first, then lists of hashes. */
function anyOf(name: string, { table, order }: Kind, count: number): string {
  const others = Array.from({ length: count - 1 }, (_none, at) => `word_hashes && ${listOf(`$${at + 2}::int[]`)}`);
  return `
    ${name}_found as (
      select id from (
        select distinct listed.* from unnest(${listOf('$1::text[]')}) as one (word) cross join lateral (
          select ${order.replaceAll(' desc', '')}, word_hashes from ${table} w where w.word = one.word
          order by ${order} limit ${SCANNED_EACH_MAX}
        ) as listed
        order by ${order} limit ${SCANNED_MAX}
      ) as scanned
      where ${['true', ...others].join(' and ')} order by ${order} limit ${MATCHES_MAX}
    ),
    ${matched(name, `$${count + 1}`, `$${count + 2}`)}`;
}

const matched = (name: string, limit: string, offset: string): string => `
  ${name}_matching as materialized (select id, row_number() over () as place from ${name}_found),
  ${name}_shown as (select * from ${name}_matching order by place limit ${limit} offset ${offset})`;

/** Whether the list was left before its end and before there were enough matches. */
const IS_CUT = `(select count(*) from product_matching) < ${MATCHES_MAX}
  and exists (select from product_word where word = $1::text offset ${SCANNED_MAX})`;

const SHOWN = `
  (select count(*) from product_matching)::int as total,
  ${cardsOf(`product_shown r join store_product p on p.id = r.id and p.is_listed
    join store s on s.id = p.seller_profile_id and s.is_published order by r.place`)} as cards,
  (select count(*) from artist_matching)::int as "artistsTotal",
  (select coalesce(json_agg(artist), '[]') from (
     select ${ARTIST_COLUMNS} from artist_shown r join store s on s.id = r.id and s.is_published order by r.place
   ) as artist) as artists`;

const STATE = `(${ALL_WORDED}) as "areAllWorded"`;

/** Products and artists that have one word. */
export const oneWordText = `
  with ${allOf('product', PRODUCT)}, ${allOf('artist', ARTIST)} select ${SHOWN}, false as "isCut", ${STATE}`;

/** Products and artists that have each of some words, of which the rarest comes first. */
export const severalWordsText = `
  with ${eachOf('product', PRODUCT)}, ${eachOf('artist', ARTIST)} select ${SHOWN}, ${IS_CUT} as "isCut", ${STATE}`;

/** How often each of some words occurs. */
export const countsText = `
  select word, (
    (select count(*) from (select from product_word p where p.word = given.word limit ${COUNTED_MAX}) as listed)
    + (select count(*) from (select from artist_word a where a.word = given.word limit ${COUNTED_MAX}) as listed)
  )::int as count
  from unnest(${listOf('$1::text[]')}) as given (word)`;

/** Products and artists that have a word of each of some lists, of which the rarest comes first. */
export const anyOfText = (count: number): string => `
  with ${anyOf('product', PRODUCT, count)}, ${anyOf('artist', ARTIST, count)}
  select ${SHOWN}`;

const IS_SHOWN = `(exists (select from product_word w where w.word = found.word)
  or exists (select from artist_word w where w.word = found.word))`;

/** Words that share less than this part of their trigrams with a term are not what it may be: swapped letters leave little more. */
const SIMILAR = 0.4;

/** Words that a term begins or that contain it, at most so many; `wanted` has the terms. */
const expanded = `
  select wanted.place, found.word, found.word <> wanted.own as is_other
  from wanted cross join lateral (
    with beginning as materialized (
      select found.word from (
        select wanted.own as word union select word from (
          select word from search_word where word >= wanted.term and word < wanted.term_end order by word limit ${CANDIDATES_MAX}
        ) as candidate
      ) as found where ${IS_SHOWN}
    )
    (select word from beginning order by word <> wanted.own, length(word), word limit ${WORDS_EACH_MAX})
    union all
    (select found.word from (
       select distinct word from (
         select word from search_word
         where wanted.is_inside and word like '%' || wanted.term || '%' limit ${CANDIDATES_MAX}
       ) as candidate
     ) as found
     where not exists (select from beginning) and ${IS_SHOWN} order by length(word), word limit ${WORDS_EACH_MAX})
  ) as found`;

/**
 * Words that share trigrams with a term, the nearest first, if a condition holds. The share is a setting until the statement ends, made
 * before anything is looked up.
 */
const similarIf = (condition: string): string => `
  select wanted.place, found.word
  from wanted cross join lateral (
    select word from (
      select distinct word from (
        select word from search_word where word operator(public.%>) wanted.slip limit ${10 * CANDIDATES_MAX}
      ) as candidate
    ) as one
    order by public.word_similarity(wanted.slip, word) desc, word limit ${CANDIDATES_MAX}
  ) as found
  where ${condition} and (select set_config('pg_trgm.word_similarity_threshold', '${SIMILAR}', true)) is not null and ${IS_SHOWN}`;

/** The terms as a query `wanted`; the parameters are their columns. */
const wanted = (columns: Readonly<Record<string, string>>): string => `
  wanted as materialized (
    select * from unnest(${Object.values(columns)
      .map((type, at) => listOf(`$${at + 1}::${type}`))
      .join(', ')}) with ordinality as given (${Object.keys(columns).join(', ')}, place))`;

/**
 * Words of what is shown that terms may stand for: each as it is and those that it begins, else those that contain it. Where these are no more
 * than the terms' own words, or of some term none, also those that terms may be misspellings of. The parameters are the words that the terms
 * are, the terms, the ends of the ranges of what they begin, whether one is looked for inside words, and those that may have a typo.
 */
export const otherWordsText = `
  with ${wanted({ own: 'text[]', term: 'text[]', term_end: 'text[]', is_inside: 'bool[]', slip: 'text[]' })},
  expanded as materialized (${expanded}),
  hope as materialized (
    select bool_and(expanded.place is not null) and coalesce(bool_or(is_other), false) as is_left
    from wanted left join expanded using (place))
  select place::int, word, false as "isSimilar" from expanded
  union all select place::int, word, true from (${similarIf('not (select is_left from hope)')}) as alike`;

/** Words that terms may be misspellings of; the parameter has those that may have a typo. */
export const similarText = `
  with ${wanted({ slip: 'text[]' })} select place::int, word from (${similarIf('true')}) as alike`;
