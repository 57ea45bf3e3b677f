/** Code whose mutants are tried, and the tests that may kill them: those of its own package. */
export type Target = {
  code: string;
  /** Where the code is that uses it: what only tests import is no production code. */
  usedIn: string;
  /** Globs of test files. */
  tests: readonly string[];
  /** Whether the tests need PostgreSQL and Kafka, which run once for all of them. */
  needsServers: boolean;
  leastScore: number;
};

/** Those beside the code have none. */
export const isWithServers = (test: string): boolean => test.includes('/test/');

const DOMAIN_SCORE = 85;
const OTHER_SCORE = 75;

const domainOf = (service: string): Target => ({
  code: `services/${service}/src/domain`,
  usedIn: `services/${service}/src`,
  tests: [`services/${service}/src/**/*.test.ts`],
  needsServers: false,
  leastScore: DOMAIN_SCORE,
});

/** Those of the kit's tests with servers that start none of their own, by the parts of the kit that they are about. */
const kitRoom = (room: string, ...serverTests: readonly string[]): Target => ({
  code: `packages/kit/src/${room}`,
  usedIn: 'packages/kit/src',
  tests: ['packages/kit/src/**/*.test.ts', ...serverTests.map((name) => `packages/kit/test/${name}.test.ts`)],
  needsServers: true,
  leastScore: OTHER_SCORE,
});

export const TARGETS: Readonly<Record<string, Target>> = {
  payouts: domainOf('payouts'),
  'orders-payments': domainOf('orders-payments'),
  'fulfillment-shipping': domainOf('fulfillment-shipping'),
  catalog: domainOf('catalog'),
  storefront: domainOf('storefront'),
  identity: domainOf('identity'),
  // Tests of the adapters draw images: what reaches hundreds of mutants takes seconds there.
  'media-render': {
    ...domainOf('media-render'),
    tests: ['services/media-render/src/domain/**/*.test.ts'],
  },
  'kit-events': kitRoom(
    'events',
    'applying-batches',
    'applying-events',
    'dead-letter-replay',
    'consumers',
    'inbox',
    'outbox',
    'outbox-partitions',
    'outbox-relay-alone',
    'prune',
    'rebuild',
    'topic-starts',
  ),
  'kit-rpc': kitRoom('rpc', 'commands', 'commands-alone', 'keyed-commands', 'long-responses', 'prune'),
  'kit-postgres': kitRoom(
    'postgres',
    'ended-transactions',
    'round-trips',
    'statement',
    'migrations',
    'commands',
    'full-pool',
    'database-log',
    'database-tools',
    'self-check',
    'table-swap',
  ),
  'gateway-access': {
    code: 'gateway/src/access',
    usedIn: 'gateway/src',
    // By the parts of the test file, each of which has a gateway of its own, without those that walk all routes.
    tests: [
      'gateway/src/**/*.test.ts',
      'gateway/test/access/{callers,device,keyed,limited-callers,tokens}.ts',
      'gateway/test/current-user.test.ts',
    ],
    needsServers: false,
    leastScore: OTHER_SCORE,
  },
};
