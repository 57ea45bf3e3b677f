import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCHES_MAX } from '../src/db/search-texts.ts';
import { WORDED_AT_ONCE } from '../src/db/search-word-repository.ts';
import {
  CANDIDATES_MAX,
  oneWordText,
  SCANNED_MAX,
  severalWordsText,
  WORDS_EACH_MAX,
} from '../src/db/word-search-texts.ts';
import { hashOf, WORD_MAX_CHARACTERS } from '../src/domain/search-words.ts';
import { demoIds, emit, fullProduct, type Ids, product, profile } from './announcements.ts';
import { rowsRead } from './rows-read.ts';

let service: ServiceUnderTest;
let shop: Ids;
beforeAll(async () => {
  service = await startService('storefront', { CDN_URL: 'https://cdn.example' });
  shop = demoIds();
  await emit(service, fullProduct(shop));
});
afterAll(() => service?.stop());

const query = (sql: string, values: readonly unknown[] = []) => service.database.query(sql, [...values]);
const request = async (text: string) =>
  JSON.parse(
    (await service.client(StorefrontServiceClient).getSearch({ text, page: undefined })).document!.json.toString(),
  );
const wordsOf = async (table: string, id: string): Promise<string[]> =>
  (await query(`select word from ${table} where id = $1 order by word`, [id])).rows.map(({ word }) => word);

/** Products on sale, the first the most liked, as rows that have no words yet. */
async function insertProducts(texts: readonly string[]): Promise<string[]> {
  const ids = texts.map(() => newId());
  await query(
    `with made as (select * from unnest($1::uuid[], $2::text[]) with ordinality as t (id, words, n)), shown as (
       insert into store_product (id, seller_profile_id, product_type_id, artwork_id, is_listed, is_archived, title, slug,
         product_type_name, thumbnail_key, search_text, created_at)
       select id, $3, id, id, true, false, words, 'p-' || id, 'x', 'x', words, now() from made
     )
     insert into product_count (id, seller_profile_id, is_listed, is_archived, created_at, likes_count, search_text)
     select id, $3, true, false, now(), 1000000 - n, words from made`,
    [ids, texts, shop.seller],
  );
  return ids;
}

/** The words of some products, each with the same hashes beside them. */
const insertWords = (ids: readonly string[], word: string, ...others: string[]) =>
  query(
    `with worded as (
       update product_count set words_of = left(md5(search_text), 8) where id = any($1::uuid[]) returning *
     ), known as (insert into search_word values ($2))
     insert into product_word (id, word, word_hashes, likes_count, created_at)
     select id, $2, $3::int[], likes_count, created_at from worded`,
    [ids, word, [word, ...others].map(hashOf)],
  );

describe('the words of a product', () => {
  it('are those of its text, in the singular, while it is on sale in a published store', async () => {
    const ids = { ...shop, product: newId() };
    await emit(service, [product(ids, { title: 'Onças e Corações' })]);
    expect(await wordsOf('product_word', ids.product)).toEqual(['camiseta', 'coracao', 'demo', 'e', 'loja', 'onca']);

    await emit(service, [product(ids, { title: 'Onças', status: 'paused' }, 2)]);
    expect(await wordsOf('product_word', ids.product)).toEqual([]);

    await emit(service, [product(ids, { title: 'Tatu' }, 3)]);
    expect(await wordsOf('product_word', ids.product)).toEqual(['camiseta', 'demo', 'loja', 'tatu']);
    await emit(service, [profile(shop, { storeStatus: 'unpublished' }, 2)]);
    expect([await wordsOf('product_word', ids.product), await wordsOf('artist_word', shop.seller)]).toEqual([[], []]);

    await emit(service, [profile(shop, {}, 3)]);
    expect(await wordsOf('product_word', ids.product)).toEqual(['camiseta', 'demo', 'loja', 'tatu']);
    expect(await wordsOf('artist_word', shop.seller)).toEqual(['demo', 'loja']);
  });

  it('are cut between characters where they are long, as PostgreSQL takes no half of one', async () => {
    const ids = { ...shop, product: newId() };
    const long = `w${'\u{20000}'.repeat(WORD_MAX_CHARACTERS)}`;

    await emit(service, [product(ids, { title: long })]);

    expect((await request(long)).products.map(({ id }: { id: string }) => id)).toEqual([ids.product]);
  });

  it('have its rank, whoever changes that', async () => {
    const ids = { ...shop, product: newId() };
    await emit(service, [product(ids, { title: 'Quati' })]);
    await query('update product_count set likes_count = 41 where id = $1', [ids.product]);
    await query('update store set followers_count = 7 where id = $1', [shop.seller]);
    const caller = { userId: newId(), roles: [], sellerProfileId: null, sessionId: null };

    await service.client(StorefrontServiceClient, { caller }).toggleLike({ store: shop.seller, product: ids.product });

    const ranks = (table: string, rank: string, id: string) =>
      query(`select distinct ${rank} as rank from ${table} where id = $1`, [id]);
    expect((await ranks('product_word', 'likes_count', ids.product)).rows).toEqual([{ rank: 42 }]);
    expect((await ranks('artist_word', 'followers_count', shop.seller)).rows).toEqual([{ rank: 7 }]);
    expect((await request('loja')).products[0].id).toBe(ids.product);
  });
});

describe('rows that a previous version wrote', () => {
  it('are found by their texts until a job has made their words, and by these from then on', async () => {
    const texts = Array.from({ length: WORDED_AT_ONCE + 1 }, (_none, at) => `quixaba ${at}`);
    const ids = await insertProducts(texts);
    await query(`update store set search_text = 'umburana' where id = $1`, [shop.seller]);
    expect([(await request('quixaba')).total, (await request('umburana')).artistsTotal]).toEqual([texts.length, 1]);

    await service.process.restart();

    await eventually(async () => {
      expect((await query('select from product_word where id = any($1::uuid[])', [ids])).rowCount).toBe(
        2 * texts.length,
      );
      expect(await wordsOf('artist_word', shop.seller)).toEqual(['umburana']);
    });
    expect([(await request('quixabas')).total, (await request('umburanas')).artistsTotal]).toEqual([texts.length, 1]);
  });
});

describe('a store that a previous version opened', () => {
  it('has its products found from the next run of the job on', async () => {
    const ids = { ...shop, product: newId() };
    await emit(service, [product(ids, { title: 'Jenipapo' })]);
    await emit(service, [profile(shop, { storeStatus: 'unpublished' }, 4)]);
    expect((await request('jenipapo')).total).toBe(0);
    await query('update store set is_published = true where id = $1', [shop.seller]);

    await service.process.restart();

    await eventually(async () => expect((await request('jenipapo')).total).toBe(1));
    await eventually(async () => expect(await wordsOf('product_word', ids.product)).toContain('jenipapo'));
  });
});

describe('a search reads', () => {
  const count = async (word: string, others: readonly string[]) => {
    const { rows } = await query(severalWordsText, [word, others.map(hashOf), 20, 0]);
    return { total: rows[0].total, isCut: rows[0].isCut };
  };

  it('of a list no more than is counted, and of several words no more than some', async () => {
    const texts = Array.from({ length: SCANNED_MAX + 1 }, (_none, at) => `jatoba ${at}`);
    const ids = await insertProducts(texts);
    const [last, beyond] = ids.slice(-2) as [string, string];
    await insertWords(ids.slice(0, -2), 'jatoba');
    await insertWords([last], 'jatoba', 'alvo');
    await insertWords([beyond], 'jatoba', 'alvo', 'longe');
    await query('vacuum analyze product_word');

    expect(await count('jatoba', ['longe'])).toEqual({ total: 0, isCut: true });
    expect(await count('jatoba', ['alvo'])).toEqual({ total: 1, isCut: true });
    await query('delete from product_word where id = $1', [beyond]);
    expect(await count('jatoba', ['alvo'])).toEqual({ total: 1, isCut: false });
    expect((await request('jatoba')).total).toBe(MATCHES_MAX);

    const values = [`'jatoba'`, '20', '0'];
    const rowsBy = await rowsRead(
      service.database,
      values.reduce((sql, value, at) => sql.replaceAll(`$${at + 1}`, value), oneWordText),
    );
    const read = ['product_word_ranked', 'all of product_word'].map((name) => rowsBy.get(name) ?? 0);
    expect(read[0]! + read[1]!).toBeLessThanOrEqual(MATCHES_MAX + 20);
  });

  it('the texts where its lists are longer, for the words that it means', async () => {
    const ids = await insertProducts(Array.from({ length: SCANNED_MAX + 1 }, () => 'ipe umbu'));
    for (const word of ['ipe', 'umbu']) await insertWords(ids, word);

    expect((await request('ipe umbu')).total).toBe(MATCHES_MAX);
    expect((await request('ipes umbus')).total).toBe(MATCHES_MAX);
  });

  it('of the words that a term begins only some, the shortest first', async () => {
    const words = Array.from({ length: WORDS_EACH_MAX + 1 }, (_none, at) => `xique${'e'.repeat(at)}`);
    const ids = await insertProducts(words);
    for (const [at, id] of ids.entries()) await insertWords([id], words[at]!);

    expect((await request('xiqu')).total).toBe(WORDS_EACH_MAX);
  });

  it('of the dictionary only some words, in order', async () => {
    const [id] = await insertProducts(['wzzz']);
    await insertWords([id!], 'wzzz');
    await query(`insert into search_word select 'wa' || n from generate_series(1, ${CANDIDATES_MAX}) as n`);
    expect((await request('w')).total).toBe(0);

    await query(`delete from search_word where word = 'wa1'`);
    expect((await request('w')).total).toBe(1);
  });
});
