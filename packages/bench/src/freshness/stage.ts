import { join } from 'node:path';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { type Marketplace, startMarketplace } from '@estampa/stack/marketplace';
import type { MarketplaceProcess } from '@estampa/stack/processes/marketplace-process';
import { readOrMakeSecrets } from '@estampa/stack/secrets';
import { addressVariable, type ProcessName } from '@estampa/stack/topology';
import { type BenchStack, PRODUCTION } from '../stack/bench-stack.ts';

export interface Stage {
  readonly gatewayUrls: readonly string[];
  readonly gateways: readonly MarketplaceProcess[];
  /** Of storefront; each gateway calls either. */
  readonly replicas: readonly MarketplaceProcess[];
}

const GATEWAYS = ['gateway-1', 'gateway-2'];

/** Beside a stack: a second storefront, and gateways before both. */
export async function openStage(stack: BenchStack, resources: AsyncDisposableStack): Promise<Stage> {
  const { marketplace: first, addresses: infrastructure, directory } = stack;
  const secrets = readOrMakeSecrets(join(directory, 'secrets.json'));
  const peers = Object.fromEntries(SERVICE_NAMES.map((name) => [addressVariable(name), first.address(name)]));
  const start = async (
    name: string,
    only: readonly ProcessName[],
    own: Record<string, string>,
  ): Promise<Marketplace> => {
    const environment = { all: { ...PRODUCTION, ...peers, CDN_URL: `${first.gatewayUrl}/cdn`, ...own } };
    const place = { infrastructure, secrets, directory: join(directory, name), ports: 'free' as const };
    const started = await startMarketplace({ ...place, only, environment });
    resources.defer(() => started.stop());
    return started;
  };
  const second = await start('storefront-2', ['storefront'], {});
  const both = [first, second].map((one) => one.address('storefront')).join();
  const doors = await Promise.all(GATEWAYS.map((name) => start(name, ['gateway'], { STOREFRONT_ADDRESS: both })));
  return {
    gatewayUrls: doors.map(({ gatewayUrl }) => gatewayUrl),
    gateways: doors.map(({ processes }) => processes.gateway),
    replicas: [first, second].map(({ processes }) => processes.storefront),
  };
}
