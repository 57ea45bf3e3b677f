import { Counter, Gauge, Histogram } from '@estampa/kit/telemetry/metrics';

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Each is a series of each route: few, and those that alerts and objectives use among them. */
const ROUTE_SECONDS = [0.005, 0.02, 0.1, 0.25, 1, 2.5];

export const httpHandling = new Histogram({
  name: 'http_server_handling_seconds',
  help: 'Time to answer a request, whatever the response',
  labelNames: ['method', 'route'],
  buckets: ROUTE_SECONDS,
  enableExemplars: true,
});

/** Method and route are those of the route table, the status is one of `StatusClass`: nothing that a client chooses makes a series. */
export const httpRequests = new Counter({
  name: 'http_server_requests_total',
  help: 'Requests by the class of their response; aborted when the client had gone before it',
  labelNames: ['method', 'route', 'status'],
});

const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
type StatusClass = (typeof CLASSES)[number] | 'aborted';
const [FIRST_CLASS, CLASS_SIZE] = [2, 100];

/** The log has the status itself. */
export const statusClassOf = (status: number): StatusClass =>
  CLASSES[Math.floor(status / CLASS_SIZE) - FIRST_CLASS] ?? '5xx';

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

/** All other responses of public pages came from the page store. */
export const pagesMade = new Counter({
  name: 'public_pages_made_total',
  help: 'Public pages that storefront was asked to make',
  labelNames: ['route'],
});

export const pagesBytes = new Gauge({ name: 'public_pages_kept_bytes', help: 'Public pages that are kept' });
