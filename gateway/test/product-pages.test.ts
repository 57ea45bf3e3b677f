import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway.ts';
import { pausing } from './pages-stage.ts';

type Named = { store: string; product: string };

let gateway: TestGateway;
let calls: string[][];
beforeEach(async () => {
  calls = [];
  gateway = await startGateway();
  gateway.services.reply('storefront.getStoreProduct', ({ product }: Named) => ({ document: documentOf(product) }));
});
afterEach(() => gateway[Symbol.asyncDispose]());

const documentOf = (product: string) => {
  const json = Buffer.from(JSON.stringify({ product }));
  return { json, etag: `"${product}"`, names: [`product:${product}`], relatedNames: [], holes: [] };
};
const get = (product: string) => fetch(`${gateway.url}/stores/a/products/${product}`);
const shown = async (product: string) => (await get(product)).json();

/** Storefront's responses to products at once; those on sale begin with a letter. */
function serving(before = async (): Promise<void> => undefined, max = 16) {
  gateway.services.reply('storefront.getStoreProducts', async ({ products }: { products: Named[] }) => {
    calls.push(products.map(({ product }) => product));
    await before();
    const documents = products.map(({ product }) => (/^[a-z]/.test(product) ? documentOf(product) : undefined));
    return { products: documents.slice(0, max).map((document) => ({ document })) };
  });
}

describe('products that are requested at the same time', () => {
  it('are read in one call, each with its own response', async () => {
    const first = pausing();
    serving(first.pause);
    const early = shown('early');
    await first.reached;
    const [a, none, b] = [shown('a'), get('1'), shown('b')];
    first.letGo();

    expect([await early, await a, (await none).status, await b]).toEqual([
      { product: 'early' },
      { product: 'a' },
      404,
      { product: 'b' },
    ]);
    expect(calls.flat().toSorted()).toEqual(['1', 'a', 'b', 'early']);
  });

  it('are read by calls of their own where the response had no room for them', async () => {
    serving(undefined, 1);
    const products = ['a', 'b', 'c'];

    expect(await Promise.all(products.map(shown))).toEqual(products.map((product) => ({ product })));
  });

  it('are read by calls of their own from a storefront that does not know it', async () => {
    gateway.services.reply('storefront.getStoreProducts', () => {
      throw new Error('unknown');
    });

    expect(await shown('a')).toEqual({ product: 'a' });
  });
});
