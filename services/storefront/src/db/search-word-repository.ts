import { nullable, text } from '@estampa/kit/postgres/columns';
import { listOf, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashOf, wordsOf } from '../domain/search-words.ts';

/** What is searched of a product or an artist; null while it is not shown. */
type Searched = { id: string; searchText: string | null };

/** How many rows a job gives their words in one transaction. */
export const WORDED_AT_ONCE = 500;

/** The words by which products and artists are found; each has those of its text, or none while it is not on sale or published. */
export const searchWords = {
  /** Written with the commit, after the products themselves. */
  saveOfProducts: (tx: EntityManager, products: readonly Searched[]): void =>
    SAVE.product.onCommit(tx, valuesOf(products)),

  /** Written with the commit, after the stores themselves. */
  saveOfArtists(tx: EntityManager, artists: readonly Searched[]): void {
    SAVE.artist.onCommit(tx, valuesOf(artists));
    MARK.artist.onCommit(tx, [artists.map(({ id }) => id)]);
  },

  /** Some products, or some artists, whose words are not those of their text, with new words with the commit; how many. */
  async saveMissing(tx: EntityManager): Promise<number> {
    // A previous version may have opened or closed these stores, which their products do not tell. Products are locked before stores.
    const storeIds = (await MISSING_STORES.all(tx, [])).map(({ id }) => id);
    if (storeIds.length > 0) await FORGET_PRODUCTS.all(tx, [storeIds]);
    for (const kind of ['artist', 'product'] as const) {
      const missing = await MISSING[kind].all(tx, []);
      if (missing.length === 0) continue;
      SAVE[kind].onCommit(tx, valuesOf(missing));
      MARK[kind].onCommit(tx, [missing.map(({ id }) => id)]);
      return missing.length;
    }
    return 0;
  },
};

const valuesOf = (all: readonly Searched[]): [ids: string[], words: string] => [
  all.map(({ id }) => id),
  JSON.stringify(
    all.map(({ id, searchText }) => {
      const words = wordsOf(searchText ?? '');
      return { id, words, word_hashes: words.map(hashOf) };
    }),
  ),
];

/** Which text the words of a row are of. The conditions are those of the migrations: an index has only the rows they name. */
export const WORDS_OF_PRODUCT = `case when is_listed then left(md5(search_text), 8) else '' end`;
const WORDS_OF_ARTIST = `case when is_published then left(md5(search_text), 8) else '' end`;

/**
 * Rows whose words are still to be made. The order is one that only their index has: the planner expects the condition to hold for
 * nearly all rows, and would read the table.
 */
const WITHOUT_WORDS = {
  product: `product_count where words_of is distinct from ${WORDS_OF_PRODUCT} order by words_of, id`,
  artist: `store where words_of is distinct from ${WORDS_OF_ARTIST} order by words_of, id`,
};

/** False while some words are still to be made. */
export const ALL_WORDED = Object.values(WITHOUT_WORDS)
  .map((rows) => `(select id from ${rows} limit 1) is null`)
  .join(' and ');

const GIVEN = `any(${listOf('$1::uuid[]')})`;

/** The rank is read under a lock, as a new word must have the one that its product has when this commits. */
const SAVE = {
  product: saving(
    'product_word',
    'likes_count, created_at',
    `select c.id, c.likes_count, c.created_at from product_count c
     where c.id = ${GIVEN} and c.is_listed
       and exists (select from store s where s.id = c.seller_profile_id and s.is_published)
     order by c.id for update of c`,
  ),
  artist: saving(
    'artist_word',
    'followers_count',
    `select s.id, s.followers_count from store s where s.id = ${GIVEN} and s.is_published order by s.id for update`,
  ),
};

function saving(table: string, ranks: string, shown: string) {
  return statement(
    `with shown as materialized (${shown}),
     given as materialized (
       select word, g.word_hashes, shown.*
       from json_to_recordset($2::json) as g (id uuid, words text[], word_hashes int[]) join shown using (id), unnest(words) as word
     ),
     known as materialized (select id, word, word_hashes from ${table} where id = ${GIVEN}),
     gone as (
       delete from ${table} o using (
         select id, word from known except select id, word from given
       ) as old where o.id = old.id and o.word = old.word
     ),
     added as (
       insert into ${table} (id, word, word_hashes, ${ranks}) select id, word, word_hashes, ${ranks} from given
       where (id, word, word_hashes) not in (select id, word, word_hashes from known) order by id, word
       on conflict (id, word) do update set word_hashes = excluded.word_hashes
       returning word
     )
     insert into search_word (word) select distinct word from added
     where word ~ '[^0-9]' and not exists (select from search_word s where s.word = added.word)`,
    {},
  );
}

const MARK = {
  product: statement(`update product_count set words_of = ${WORDS_OF_PRODUCT} where id = ${GIVEN}`, {}),
  artist: statement(
    `update store set words_of = ${WORDS_OF_ARTIST} where id = ${GIVEN} and words_of is distinct from ${WORDS_OF_ARTIST}`,
    {},
  ),
};

const SEARCHED = { id: text, searchText: nullable(text) };

const MISSING_STORES = statement(`select id from ${WITHOUT_WORDS.artist} limit ${WORDED_AT_ONCE}`, { id: text });

const FORGET_PRODUCTS = statement(
  `update product_count c set words_of = null from (
     select id from product_count where seller_profile_id = ${GIVEN} and words_of is not null order by id for update
   ) as worded where c.id = worded.id`,
  {},
);

// What others have locked is being written anew, or comes later.
const MISSING = {
  product: statement(
    `select c.id, p.search_text as "searchText"
     from (select id from ${WITHOUT_WORDS.product} limit ${WORDED_AT_ONCE} for update skip locked) as c
     left join store_product p on p.id = c.id and p.is_listed`,
    SEARCHED,
  ),
  artist: statement(
    `select id, search_text as "searchText" from ${WITHOUT_WORDS.artist} limit ${WORDED_AT_ONCE} for update skip locked`,
    SEARCHED,
  ),
};
