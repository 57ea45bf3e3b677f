import { Counter, Gauge, Histogram } from '@estampa/kit/telemetry/metrics';

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export const httpServed = new Histogram({
  name: 'http_server_handling_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'],
  buckets: SECONDS,
  enableExemplars: true,
});

export const settledSeconds = new Histogram({
  name: 'settled_write_wait_seconds',
  help: 'Time a write waited until all views showed it',
  labelNames: ['settled'],
  buckets: SECONDS,
});

export const connectionsRejected = new Counter({
  name: 'http_connections_refused_total',
  help: 'Connections that were one too many, of all clients or of one address',
  labelNames: ['limit'],
});

/** All others of the public pages that were answered were kept. */
export const pagesMade = new Counter({
  name: 'public_pages_made_total',
  help: 'Public pages that storefront was asked to make',
  labelNames: ['route'],
});

export const pagesBytes = new Gauge({ name: 'public_pages_kept_bytes', help: 'Public pages that are kept' });
