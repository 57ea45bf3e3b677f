import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCHES_MAX } from '../src/usecases/pages/get-searches.ts';
import { PRODUCTS_MAX } from '../src/usecases/pages/get-store-products.ts';
import { demoIds, emit, fullProduct, type Ids, product } from './announcements.ts';
import { startStorefront, withoutSearch } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const storefront = () => service.client(StorefrontServiceClient);
const named = ({ seller, product: id }: Ids) => ({ store: seller, product: id });

describe('pages of several products', () => {
  it('are those that each has, in order, and none where there is no such product', async () => {
    const [one, other] = [demoIds(), demoIds()];
    await emit(service, [...fullProduct(one), ...fullProduct(other)]);
    const nobody = { store: one.seller, product: newId() };
    const unnamed = { store: one.seller, product: '\u0000' };
    const requested = [named(other), nobody, named(one), unnamed, named(other)];

    const { products } = await storefront().getStoreProducts({ products: requested });

    const alone = async (ids: Ids) => (await storefront().getStoreProduct(named(ids))).document;
    const [first, second] = [await alone(one), await alone(other)];
    expect(products.map(({ document }) => document)).toEqual([second, undefined, first, undefined, second]);
  });

  it('are of a limited number', async () => {
    const products = Array.from({ length: PRODUCTS_MAX + 1 }, () => ({ store: 'a', product: 'b' }));

    expect((await storefront().getStoreProducts({ products: products.slice(1) })).products).toHaveLength(PRODUCTS_MAX);
    await expect(storefront().getStoreProducts({ products })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('several searches', () => {
  /** What each found, by its place. */
  const found = async (...texts: string[]) => {
    const searches = texts.map((text) => ({ text, page: undefined }));
    const byPlace = new Map<number, object | undefined>();
    for await (const part of storefront().getSearches({ searches }))
      for (const { place, document } of part.found) byPlace.set(place, document);
    return texts.map((_text, place) => byPlace.get(place));
  };

  it('find what each finds alone', async () => {
    const texts = ['sem nome algum', 'obra', 'outra obra', 'obra'];
    const alone = texts.map(async (text) => (await storefront().getSearch({ text, page: undefined })).document);

    expect((await found(...texts)).map((document) => namesOf(document))).toEqual(
      (await Promise.all(alone)).map((document) => namesOf(document)),
    );
  });

  it('are of a limited number', async () => {
    const texts = Array.from({ length: SEARCHES_MAX + 1 }, () => 'obra');

    expect(await found(...texts.slice(1))).not.toContain(undefined);
    await expect(found(...texts)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

/** Ids of products, in order. */
function namesOf(document: unknown): string[] {
  const { json } = document as { json: Buffer };
  return (JSON.parse(json.toString()) as { products: { id: string }[] }).products.map(({ id }) => id);
}

describe('checks over one stream', () => {
  it('report what changed since the mark of each, and viewers, as those by calls do', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    const polls = storefront().pollPageChanges();
    const viewers = [{ userId: newId(), productIds: [ids.product], storeIds: [] }];
    const check = async (mark: string) => (await polls.send({ check: { mark, viewers } })).changes!;

    const first = await check('');
    const second = await check(first.mark);
    await emit(service, [product(ids, { title: 'Outra' }, 2)]);
    const [third, call] = [
      await check(second.mark),
      await storefront().getPageChanges({ mark: second.mark, viewers: [] }),
    ];

    expect([first.everything, second.everything, withoutSearch(second.names)]).toEqual([true, false, []]);
    expect(third.names).toContain(`product:${ids.seller}/${ids.product}`);
    expect(withoutSearch(third.names)).toEqual(withoutSearch(call.names));
    polls.end();
  });

  it('end with a check that is rejected', async () => {
    const polls = storefront().pollPageChanges();
    const viewers = [{ userId: 'nobody', productIds: [], storeIds: [] }];

    await expect(polls.send({ check: { mark: '', viewers } })).rejects.toMatchObject({ kind: 'invalid' });
    expect(polls.isOver).toBe(true);
  });
});
