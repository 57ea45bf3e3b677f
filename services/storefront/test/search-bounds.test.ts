import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kind, MATCHES_MAX, piecesText, PIECES_MAX, POPULAR_MAX, popularText } from '../src/db/search-texts.ts';
import { POPULAR_WORDS_MAX_CHARACTERS } from '../src/db/store-product-repository.ts';
import { demoIds, type Ids, product, emit, fullProduct } from './announcements.ts';
import { rowsRead } from './rows-read.ts';

let service: ServiceUnderTest;
let joao: Ids;
beforeAll(async () => {
  service = await startService('storefront', { CDN_URL: 'https://cdn.example' });
  joao = demoIds();
  await emit(service, [...fullProduct(joao), product(joao, { title: 'Tucano' }, 2)]);
});
afterAll(() => service?.stop());

const request = async (text: string, page: { skip?: number; limit?: number } = {}) =>
  JSON.parse((await service.client(StorefrontServiceClient).getSearch({ text, page })).document!.json.toString());

describe('a search', () => {
  it('finds what the popularity index lacks: words at the end of very long texts, and words not derived into it yet', async () => {
    const ids = demoIds();
    const long = `${'ha'.repeat(POPULAR_WORDS_MAX_CHARACTERS / 2)} sabia`;
    await emit(service, [...fullProduct(ids), product(ids, { title: long }, 2)]);
    expect((await request('sabia')).total).toBe(1);

    await service.database.query(`update product_count set search_text = ''`);

    expect((await request('tucano')).total).toBe(1);
  });

  it('responds with what it has found when the rest takes too long', async () => {
    const query = (sql: string) => service.database.query(sql);
    const [near, far] = [newId(), newId()];
    await emit(service, [
      product({ ...joao, product: near }, { title: 'Jacare perto' }),
      product({ ...joao, product: far }, { title: 'Jacare longe' }),
    ]);
    expect((await request('jacare')).total).toBe(2);
    // Reading one row of this table takes longer than the deadline; the popularity index lacks the word.
    await query(`update product_count set search_text = case id when '${near}' then 'jacare' else '' end`);
    await query(
      `create policy slow on store_product using (case id when '${far}' then pg_sleep(2) is not null else true end)`,
    );
    await query('alter table store_product enable row level security, force row level security');

    const { total, products } = await request('jacare');

    await query('alter table store_product disable row level security');
    expect([total, products[0].id]).toEqual([1, near]);
    expect((await request('jacare')).total).toBe(2);
  });

  describe('of many products', () => {
    const MANY = 36_000;
    const likes = async (text: string, page: object) =>
      (await request(text, page)).products.map(({ likesCount }: { likesCount: number }) => likesCount);
    beforeAll(async () => {
      // One in ten has "praia", one in thirty "lagoa", all but one of which have fewer likes than the others; few have "ostra".
      await service.database.query(
        `with made as (
           select gen_random_uuid() as id, n, timestamptz '2026-01-01' + n % 1000 * interval '1 minute' as created_at,
             case when n % 10 = 0 then 'praia ' when n % 30 = 1 then 'lagoa ' when n % 1000 = 2 then 'ostra ' else '' end
               || md5(n::text) as words
           from generate_series(1, ${MANY}) as n
         ), shown as (
           insert into store_product (id, seller_profile_id, product_type_id, artwork_id, is_listed, is_archived, title,
             slug, product_type_name, thumbnail_key, search_text, created_at)
           select id, $1, gen_random_uuid(), gen_random_uuid(), true, false, words, 'p-' || n, 'x', 'x', words, created_at
           from made
         )
         insert into product_count (id, seller_profile_id, is_listed, is_archived, created_at, likes_count, search_text)
         select id, $1, true, false, created_at,
           case when n in (17000, 30001) then 5000 when n % 30 = 1 then 0 else 1 + n % 7 end, words from made`,
        [joao.seller],
      );
      await service.database.query('vacuum analyze store_product, product_count');
    });

    it.each(['praia', 'lagoa', 'ostra'])('ranks all that says %s, not the first that come', async (text) => {
      const ranked = await likes(text, { limit: 100 });

      expect(ranked).toEqual(ranked.toSorted((one: number, other: number) => other - one));
      expect(ranked[0]).toBe(text === 'ostra' ? 7 : 5000);
    });

    it.each(['praia', 'lagoa'])('gives the same pages of %s each time, every match once', async (text) => {
      const pages = () => Promise.all([0, 100, 200, 900].map((skip) => request(text, { skip, limit: 100 })));
      const idsOf = (all: Awaited<ReturnType<typeof pages>>): string[] =>
        all.flatMap(({ products }) => products.map(({ id }: { id: string }) => id));

      const [first, second] = [await pages(), await pages()];

      expect(idsOf(second)).toEqual(idsOf(first));
      expect([new Set(idsOf(first)).size, first[0]!.total]).toEqual([400, MATCHES_MAX]);
      expect((await request(text, { skip: MATCHES_MAX, limit: 1 })).products).toEqual([]);
    });

    const read = (text: string, values: readonly string[]) =>
      rowsRead(
        service.database,
        values.reduce((sql, value, at) => sql.replaceAll(`$${at + 1}`, () => value), text),
      );

    it.each([
      ['praia', 11 * MATCHES_MAX],
      ['tucano', POPULAR_MAX],
    ])('looks for %s in the index of the popular alone, no further than it has to', async (term, atMost) => {
      const rowsBy = await read(popularText(['exact']), [`'${term}'`, `'${term}'`, '20', '0']);

      expect(rowsBy.get('product_count_words')).toBeLessThanOrEqual(atMost);
      expect([...rowsBy.keys()].filter((name) => name.startsWith('all of'))).toEqual([]);
    });

    it.each<[Kind, string, string]>([
      ['short', String.raw`\mzq`, 'zq'],
      ['short', String.raw`\mz`, 'z'],
      ['exact', 'ostra', 'ostra'],
      ['exact', 'lagoa', 'lagoa'],
      ['alike', 'tucamo', 'tucamo'],
    ])('looks for the rest, %s %s, in the index of pieces, at no more than it ranks', async (kind, pattern, term) => {
      const rowsBy = await read(piecesText([kind]), [`'${pattern}'`, `'${term}'`, '20', '0', `'{}'`]);

      expect(rowsBy.has('store_product_search')).toBe(true);
      expect([...rowsBy.keys()].filter((name) => name.startsWith('all of'))).toEqual([]);
      expect(rowsBy.get('product_count_pkey') ?? 0).toBeLessThanOrEqual(PIECES_MAX + 100);
    });
  });
});
