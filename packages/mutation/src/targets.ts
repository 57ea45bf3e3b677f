/** Code whose mutants are tried, and the tests that may kill them: those of its own package that need no server. */
export type Target = { code: string; tests: string; leastScore: number };

const DOMAIN_SCORE = 85;
const OTHER_SCORE = 75;

const domainOf = (service: string): Target => ({
  code: `services/${service}/src/domain`,
  tests: `services/${service}/src`,
  leastScore: DOMAIN_SCORE,
});
const kitRoom = (room: string): Target => ({
  code: `packages/kit/src/${room}`,
  tests: 'packages/kit/src',
  leastScore: OTHER_SCORE,
});

export const TARGETS: Readonly<Record<string, Target>> = {
  payouts: domainOf('payouts'),
  'orders-payments': domainOf('orders-payments'),
  'fulfillment-shipping': domainOf('fulfillment-shipping'),
  catalog: domainOf('catalog'),
  storefront: domainOf('storefront'),
  identity: domainOf('identity'),
  'media-render': domainOf('media-render'),
  'kit-events': kitRoom('events'),
  'kit-rpc': kitRoom('rpc'),
  'kit-postgres': kitRoom('postgres'),
  'gateway-access': { code: 'gateway/src/access', tests: 'gateway/src', leastScore: OTHER_SCORE },
};
