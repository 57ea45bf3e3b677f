import { get as httpGet } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '@estampa/stack/demo/api';
import { expect, it } from 'vitest';
import { Freshness } from '../src/freshness.ts';
import type { TestMarketplace } from '../src/marketplace.ts';
import { type Shop, STORE_SLUG } from './shop.ts';

/** Pages that are read: fewer in ordinary runs. */
const RESPONSES = Number(process.env.ESTAMPA_PAGE_RESPONSES ?? 1_000);
const MS_PER_RESPONSE_MAX = 10;
const STRIKES_MS_MAX = 120_000;
const CLIENTS = 6;
const FROZEN_MS = 1_500;
const BETWEEN_WRITES_MS = 50;
const RESPONSE_DEADLINE_MS = 15_000;

type Stage = {
  shop: Shop;
  gateways: readonly TestMarketplace[];
  /** A seller at each gateway. */
  sellers: readonly Api[];
  /** Replicas of storefront that may be disturbed. */
  replicas: readonly TestMarketplace[];
};

/** Pages whose text has a version, and who writes which. */
const pagesOf = ({ shop }: Stage) => ({
  product: `/stores/${STORE_SLUG}/products/${shop.product.id}`,
  list: `/stores/${STORE_SLUG}/products?limit=100`,
  store: `/stores/${STORE_SLUG}`,
});
type PageName = keyof ReturnType<typeof pagesOf>;
const PAGE_NAMES: readonly PageName[] = ['product', 'list', 'store'];
const VERSION = /"(?:title|bio)":"version (\d+)"/;

/**
 * Reads pages through all gateways, while a seller changes them, replicas of storefront freeze or are killed, and a gateway freezes: no
 * response may be older than what somebody was told before its request.
 */
export function itServesNoPageThatIsOutOfDate(stage: () => Stage): void {
  it(
    'serves no page that is out of date, while replicas and a gateway freeze or end',
    async () => {
      const freshness = new Freshness();
      const enough = new AbortController();
      const failures: unknown[] = [];
      const until = (act: () => Promise<unknown>) =>
        repeated(act, enough.signal, (error) => failures.push(error instanceof Error ? error.message : error));
      const [reading, writing] = [readerOf(stage(), freshness), writerOf(stage(), freshness)];
      const clients = [
        ...Array.from({ length: CLIENTS }, (_none, client) => until(() => reading(client))),
        until(writing),
      ];
      do await strikeEach(stage());
      while (freshness.responses < RESPONSES);
      enough.abort();
      await Promise.all(clients);

      console.log(`${freshness.responses} pages read, ${failures.length} requests failed`);
      expect(freshness.stale).toEqual([]);
      expect(freshness.responses).toBeGreaterThanOrEqual(RESPONSES);
    },
    STRIKES_MS_MAX + RESPONSES * MS_PER_RESPONSE_MAX,
  );
}

async function repeated(act: () => Promise<unknown>, signal: AbortSignal, failed: (error: unknown) => void) {
  while (!signal.aborted) await act().catch(failed);
}

function readerOf(stage: Stage, freshness: Freshness) {
  const paths = pagesOf(stage);
  let read = 0;
  return async (client: number): Promise<void> => {
    read += 1;
    const name = PAGE_NAMES[read % PAGE_NAMES.length]!;
    const { gatewayUrl } = stage.gateways[client % stage.gateways.length]!;
    const request = freshness.request(name);
    const version = VERSION.exec(await textAt(gatewayUrl + paths[name]))?.[1];
    if (version !== undefined) freshness.received(request, Number(version));
  };
}

/** `fetch` would cost as much as the gateways. */
const textAt = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = httpGet(url, { timeout: RESPONSE_DEADLINE_MS }, (response) => {
      const body = text(response);
      if (response.statusCode === 200) return void body.then(resolve, reject);
      void body.then(() => reject(new Error(`status ${response.statusCode}`)), reject);
    });
    request.on('timeout', () => request.destroy(new Error('no response')));
    request.on('error', reject);
  });

/** A write whose view lags promises nothing. */
function writerOf({ shop, sellers }: Stage, freshness: Freshness) {
  let version = 0;
  return async (): Promise<void> => {
    version += 1;
    const written = version;
    const { client } = sellers[written % sellers.length]!;
    const words = `version ${written}`;
    const titled = await client.exchange('updateSellerProduct', { id: shop.product.id, body: { title: words } });
    if (isSettled(titled)) for (const name of ['product', 'list']) freshness.wrote(name, written);
    const described = await client.exchange('updateSellerProfile', { body: { bio: words } });
    if (isSettled(described)) freshness.wrote('store', written);
    await pause(BETWEEN_WRITES_MS);
  };
}

const isSettled = ({ status, headers }: { status: number; headers: Headers }): boolean =>
  status === 200 && headers.get('estampa-settled') === null;

async function strikeEach({ replicas: [killed, frozen], gateways }: Stage): Promise<void> {
  const strikes = [
    () => frozenFor(frozen!.processes.storefront),
    async () => {
      await killed!.processes.storefront.kill('SIGKILL');
      await killed!.processes.storefront.restart();
    },
    () => frozenFor(gateways[1]!.processes.gateway),
  ];
  for (const strike of strikes) {
    await pause(FROZEN_MS);
    await strike();
  }
}

async function frozenFor(process: { freeze(): void; thaw(): void }): Promise<void> {
  process.freeze();
  await pause(FROZEN_MS);
  process.thaw();
}
