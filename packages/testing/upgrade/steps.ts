import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { randomUUID } from 'node:crypto';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import type { Api, Json } from '@estampa/stack/demo/api';
import { signUpCustomer } from '@estampa/stack/demo/people';
import { checkOut, labelledOrder, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import type { Infrastructure, Step } from '@estampa/stack/infrastructure/infrastructure';
import type { Marketplace } from '@estampa/stack/marketplace';
import type { sandboxOf } from '../e2e/provider-hands.ts';
import { PASSWORD, type Shop } from '../e2e/shop.ts';
import { eventually } from '../src/eventually.ts';
import { unsent, wrongsOf, mustBeForgotten } from './agreement.ts';
import type { Versions } from './versions.ts';
import { journey } from './journey.ts';
import { missingIn } from '../src/missing-in.ts';
import type { Visitors } from './visitors.ts';

export type Stage = {
  step: Step;
  infrastructure: Infrastructure;
  versions: Versions;
  old: Marketplace;
  shop: Shop;
  visitors: Visitors;
  sandbox: ReturnType<typeof sandboxOf>;
};

const ROUNDS = 5;
const UNSENT_WITHIN_MS = 60_000;

/** Names what is wrong at the end. */
export async function runSteps(stage: Stage): Promise<string[]> {
  const { step, versions, old, shop, visitors } = stage;
  const oldGateway = [old.gatewayUrl];
  const alone = { here: old.gatewayUrl, there: old.gatewayUrl, sandboxUrl: old.sandboxUrl };
  const people = await newFollowers(shop);

  await step('the release is used', () => visitors.phase('release', oldGateway, ROUNDS, () => journey(shop, alone)));
  await step('databases migrate meanwhile', () =>
    visitors.phase('migrations', oldGateway, 1, () => versions.migrate()),
  );
  let next = await step('new replicas start beside the old ones', () =>
    visitors.phase('new replicas start', oldGateway, 1, () => versions.startNew()),
  );
  const both = [old.gatewayUrl, next.gatewayUrl];
  const mixed = { ...alone, there: next.gatewayUrl };
  await step('both versions are used in turns', () =>
    visitors.phase('both versions', both, ROUNDS, async () => {
      await journey(shop, mixed);
      await deleteAccount(people[0]!.at(next.gatewayUrl));
    }),
  );
  await step('both versions show the same', () => mustShowTheSame(shop, old.gatewayUrl, next.gatewayUrl));

  const left = await step('the new version ends, with events that it did not publish', () =>
    leaveUnsent(stage, next, people[1]!),
  );
  await step('the release goes on, and publishes them', async () => {
    await mustBeApplied(stage, left, old.gatewayUrl);
    await visitors.phase('rolled back', oldGateway, ROUNDS, () => journey(shop, alone));
  });
  await step('the release starts on migrated databases', async () => {
    await Promise.all(SERVICE_NAMES.map((name) => old.processes[name].restart()));
    await visitors.phase('release restarted', oldGateway, ROUNDS, () => journey(shop, alone));
  });

  next = await step('forward again', () =>
    visitors.phase('new replicas start again', oldGateway, 1, () => versions.startNew()),
  );
  await step('the release leaves', () =>
    visitors.phase('the release leaves', [next.gatewayUrl], ROUNDS, async () => {
      await pointWebhooks(stage, next.gatewayUrl);
      await old.processes.gateway.stop();
      await Promise.all(SERVICE_NAMES.map((name) => old.processes[name].stop()));
    }),
  );
  const after = { ...alone, here: next.gatewayUrl, there: next.gatewayUrl };
  await step('the new version is used', () =>
    visitors.phase('new version', [next.gatewayUrl], ROUNDS, () => journey(shop, after)),
  );
  const ignored = await step('deletions are published again', () => mustBeForgotten(shop, next));
  console.log(`  ${ignored} of ${people.length} had been ignored by the release`);
  return step('everything agrees', () => wrongsOf(next));
}

/** Two who follow the store, and will delete their accounts. */
const newFollowers = ({ api, storeSlug }: Shop): Promise<Api[]> =>
  Promise.all(
    [1, 2].map(async (number) => {
      const email = `leaving-${number}-${randomUUID()}@example.com`;
      const person = await signUpCustomer(api, { email, password: PASSWORD, name: 'Leaving' });
      await person.client.toggleFollow({ store_slug: storeSlug });
      return person;
    }),
  );

async function mustShowTheSame({ storeSlug, ...shop }: Shop, oldUrl: string, newUrl: string): Promise<void> {
  const { customer, seller, admin, api, product, template, artwork } = shop;
  const { orders } = await customer.client.listOwnOrders();
  const paths: [Api, readonly string[]][] = [
    [
      api,
      [
        `/stores/${storeSlug}`,
        `/stores/${storeSlug}/products`,
        `/stores/${storeSlug}/products/${product.slug}`,
        '/discovery/home',
      ],
    ],
    [customer, ['/users/me', '/orders/me', ...orders.map(({ id }) => `/orders/${id}`)]],
    [
      seller,
      [
        '/profiles/seller/me',
        '/artworks/me',
        `/artworks/${artwork.id}/renders`,
        `/seller-products/me/${product.id}`,
        '/payouts/me',
        '/payouts/me/items',
        '/orders/seller/me',
      ],
    ],
    [admin, [`/products/templates/${template.id}`, '/payouts', '/waitlist', '/orders']],
  ];
  for (const [person, some] of paths)
    for (const path of some)
      // A gateway calls replicas of both versions, and passes on what only one of them says.
      await eventually(async () => {
        const [before, after] = await Promise.all([oldUrl, newUrl].map((url) => read(person.at(url), path)));
        const missing = missingIn(before, JSON.parse(JSON.stringify(after).replaceAll(newUrl, oldUrl)));
        if (missing !== null) throw new Error(`${path}: ${missing}`);
        return true;
      });
}

async function read(person: Api, path: string): Promise<Json> {
  const response = await person.send('GET', path);
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
  return response.json();
}

/** One that fails, as a replica of the release was asked what is open, is tried again ten minutes later: here at once. */
const areErased = ({ surroundings }: Marketplace, count: number): Promise<boolean> =>
  withDatabase(surroundings.databaseUrls.identity!, async (database) => {
    await database.query('update user_account set erase_at = now() where erase_at is not null and deleted_at is null');
    const { rowCount } = await database.query('select from user_account where deleted_at is not null');
    return rowCount === count;
  });

type Left = { orderId: string; bio: string };

/** A write of each service that people see; then the new version is killed while no event could be published. */
async function leaveUnsent(
  { infrastructure, old, shop, sandbox }: Stage,
  next: Marketplace,
  leaving: Api,
): Promise<Left> {
  const placed = await checkOut(shop.customer.at(next.gatewayUrl), [shop.line]);
  await infrastructure.servers.kafka!.stop();
  const bio = 'Written by the new version, published by the old one';
  // Nobody applies it, so the response comes when the gateway has waited long enough.
  await shop.seller.at(next.gatewayUrl).send('PATCH', '/profiles/seller/me', { bio });
  await deleteAccount(leaving.at(next.gatewayUrl));
  await eventually(() => areErased(next, 2));
  await sandbox.call('PATCH', '/settings', { asaasWebhookUrl: `${next.gatewayUrl}/webhooks/payments/asaas` });
  await payOnHostedPage(placed.initPoint, 'pix');
  await paidOrder(shop.customer.at(next.gatewayUrl), placed.id);
  await Promise.all(Object.values(next.processes).map((one) => one.kill('SIGKILL')));
  await sandbox.call('PATCH', '/settings', { asaasWebhookUrl: `${old.gatewayUrl}/webhooks/payments/asaas` });
  await infrastructure.servers.kafka!.restart();
  return { orderId: placed.id, bio };
}

async function mustBeApplied({ shop, old }: Stage, { orderId, bio }: Left, gatewayUrl: string): Promise<void> {
  const store = () => shop.api.at(gatewayUrl).client.getStore({ store_slug: shop.storeSlug });
  await eventually(async () => (await store()).bio === bio, { deadlineMs: UNSENT_WITHIN_MS });
  await labelledOrder(shop.customer.at(gatewayUrl), orderId);
  await eventually(async () => (await unsent(old)).length === 0, { deadlineMs: UNSENT_WITHIN_MS });
}

/** A call that only the new version has: it fails as often as a replica of the release gets it. */
const deleteAccount = (person: Api): Promise<boolean> =>
  eventually(
    async () => {
      const response = await person.send('DELETE', '/users/me', { currentPassword: PASSWORD });
      if (!response.ok) throw new Error(`The deletion responded ${response.status}: ${await response.text()}`);
      return true;
    },
    { deadlineMs: UNSENT_WITHIN_MS },
  );

const WEBHOOKS = {
  asaasWebhookUrl: 'payments/asaas',
  mercadopagoWebhookUrl: 'payments/mercadopago',
  melhorenvioWebhookUrl: 'shipping/melhorenvio',
};

const pointWebhooks = ({ sandbox }: Stage, gatewayUrl: string): Promise<Json> =>
  sandbox.call(
    'PATCH',
    '/settings',
    Object.fromEntries(Object.entries(WEBHOOKS).map(([name, path]) => [name, `${gatewayUrl}/webhooks/${path}`])),
  );
