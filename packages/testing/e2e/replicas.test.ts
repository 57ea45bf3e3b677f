import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { Api } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import { draftOf, openShop, PASSWORD, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;
const ROUNDS = 10;

let marketplace: TestMarketplace;
let replicas: TestMarketplace;
let shop: Shop;

beforeAll(async () => {
  marketplace = await startMarketplace({ partitions: 4 });
  shop = await openShop(marketplace.gatewayUrl);
  const only = ['identity', 'catalog', 'media-render', 'storefront', 'gateway'] as const;
  replicas = await startMarketplace({ replicasOf: marketplace, only });
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await replicas?.stop();
  await marketplace?.stop();
}, BOOT_DEADLINE_MS);

it(
  'shows a write at once through every replica, whichever of them applied it',
  async () => {
    const gateways = [new Api(marketplace.gatewayUrl), new Api(replicas.gatewayUrl)];
    const sellers = await Promise.all(
      gateways.map((gateway) => signIn(gateway, { email: 'seller@example.com', password: PASSWORD })),
    );

    for (let round = 1; round <= ROUNDS; round += 1) {
      const writer = sellers[round % 2]!;
      const draft = await draftOf(writer, shop.productType, shop.artwork, `replica-${round}`);
      const published = await writer.send('PATCH', `/seller-products/me/${draft.id}`, { status: 'active' });
      const pages = await Promise.all(
        gateways.map((gateway) => gateway.send('GET', `/stores/${STORE_SLUG}/products/replica-${round}`)),
      );

      expect(published.headers.get('estampa-settled')).toBeNull();
      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    }
  },
  BOOT_DEADLINE_MS,
);
