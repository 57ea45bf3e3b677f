import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Freshness } from '../../../testing/src/freshness.ts';
import { Connection, requestBytes } from '../load/connection.ts';
import { lateCopyOf } from './late-copy.ts';
import { readPage } from './readers.ts';
import { titleOf, versionOnPage, versionsOnList } from './versions.ts';

const ROUNDS = 20;
const LATE_MS = 60_000;
const ID = '018f0000-0000-7000-8000-00000000000a';

/** One page whose title is written in between. */
async function aShop() {
  let version = 0;
  const body = () => JSON.stringify({ id: ID, title: titleOf(version), related: [{ title: titleOf(1) }] });
  const server = createServer((_request, response) => {
    const json = body();
    response.writeHead(200, { 'content-length': json.length }).end(json);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    write: () => (version += 1),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBetweenWrites(url: string, write: () => number): Promise<Freshness> {
  const [freshness, connection] = [new Freshness(), new Connection(url)];
  const page = { product: { id: ID, slug: 'a', variantIds: [] }, request: requestBytes({ path: '/a' }) };
  for (let round = 0; round < ROUNDS; round += 1) {
    await readPage(connection, { ...page, right: Buffer.from(`"id":"${ID}"`) }, freshness);
    freshness.wrote(ID, write());
  }
  connection.close();
  return freshness;
}

it('finds no page out of date that is read after each write, and finds those of a cache that is late', async () => {
  await using shop = await aShop();
  await using late = await lateCopyOf(shop.url, LATE_MS);

  const right = await readBetweenWrites(shop.url, shop.write);
  const wrong = await readBetweenWrites(late.url, shop.write);

  expect([right.responses, right.stale]).toEqual([ROUNDS, []]);
  expect(wrong.stale).toHaveLength(ROUNDS - 1);
});

it.each([
  ['{"id":"a","title":"Version 12","related":[{"title":"Version 3"}]}', 12],
  ['{"id":"a","title":"Camiseta","related":[{"title":"Version 3"}]}', 0],
  ['{"id":"a","title":"Version 1a"}', 0],
])('reads the version of %s', (text, version) => {
  expect(versionOnPage({ body: Buffer.from(text) })).toBe(version);
});

it('reads the versions on a list', () => {
  const products = [
    { id: 'a', title: 'Version 7' },
    { id: 'b', title: 'Caneca' },
  ];

  expect([...versionsOnList({ body: Buffer.from(JSON.stringify({ products })) })]).toEqual([
    ['a', 7],
    ['b', 0],
  ]);
  expect(() => versionOnPage({ body: Buffer.from('{}') })).toThrow('without a title');
});
