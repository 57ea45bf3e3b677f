import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, register } from 'prom-client';
import type { TraceSpan } from './trace.ts';

// Durations with exemplars may only be created where they can be exposed.
(register as unknown as Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>).setContentType(
  Registry.OPENMETRICS_CONTENT_TYPE,
);
/**
 * The library's own monitor of the event loop wakes an idle process a hundred times a second: half of what it costs at
 * rest. How busy the loop was since the last scrape is counted by Node itself.
 */
const SELDOM_MS = 60_000;
const CHECKS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];
collectDefaultMetrics({ eventLoopMonitoringPrecision: SELDOM_MS });
for (const check of CHECKS) register.removeSingleMetric(`nodejs_eventloop_lag_${check}_seconds`);
// Thirteen series each, of every process, for what the heap's size and use say together.
for (const part of ['total', 'used', 'available']) register.removeSingleMetric(`nodejs_heap_space_size_${part}_bytes`);

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A process calls some thirty services: few, as each is a series of each of them. */
const CALL_SECONDS = [0.0025, 0.01, 0.025, 0.1, 0.25, 1, 2.5];

export const grpcServed = new Histogram({
  name: 'grpc_server_handling_seconds',
  help: 'Time to respond to a gRPC call, whatever the code',
  labelNames: ['grpc_method'],
  buckets: SECONDS,
  enableExemplars: true,
});

/** Apart from the durations: a histogram of each method and code would be thousands of series a process. */
export const grpcHandled = new Counter({
  name: 'grpc_server_handled_total',
  help: 'gRPC calls by the code of their response',
  labelNames: ['grpc_method', 'grpc_code'],
});

/** By service: each method is measured where it is served. */
export const grpcCalled = new Histogram({
  name: 'grpc_client_handling_seconds',
  help: 'Time until another service responded to a gRPC call, whatever the code',
  labelNames: ['grpc_service'],
  buckets: CALL_SECONDS,
});

export const grpcResponses = new Counter({
  name: 'grpc_client_handled_total',
  help: 'gRPC calls to other services, by the code that they ended with',
  labelNames: ['grpc_service', 'grpc_code'],
});

export const poolWait = new Histogram({
  name: 'db_pool_wait_seconds',
  help: 'Time until a connection to the database was free',
  labelNames: ['outcome'],
  buckets: SECONDS,
});

export const databaseStatements = new Counter({
  name: 'db_statements_total',
  help: 'Statements sent to the database; the beginning of a transaction, which travels with its first, not counted',
});

export const databaseRoundTrips = new Counter({
  name: 'db_round_trips_total',
  help: 'How often statements were sent to the database, several together counting once',
});

export const replicaReads = new Counter({
  name: 'db_replica_reads_total',
  help: 'Reads that a replica of the database may serve: those that it served, and why the primary served the others',
  labelNames: ['outcome'],
});

export const eventsConsumed = new Counter({
  name: 'events_consumed_total',
  help: 'Events applied, dead-lettered, and failed attempts',
  labelNames: ['topic', 'outcome'],
});

export const eventsTransaction = new Histogram({
  name: 'events_transaction_seconds',
  help: 'Time to apply the events of one transaction',
  labelNames: ['topic'],
  buckets: SECONDS,
});

export const consumerConnected = new Gauge({
  name: 'kafka_consumer_connected',
  help: '1 while this process is a member of its consumer group',
  labelNames: ['group'],
});

export const outboxSent = new Counter({ name: 'outbox_sent_total', help: 'Events published' });

export const outboxRejected = new Counter({
  name: 'outbox_refused_total',
  help: 'Events that Kafka refused for good',
  labelNames: ['topic'],
});

/** From when an event happened until it was applied: of the oldest one of each transaction. */
const DELAY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800];

export const eventsDelay = new Histogram({
  name: 'events_delay_seconds',
  help: 'From when an event happened until it was applied',
  labelNames: ['topic'],
  buckets: DELAY_SECONDS,
});

/** As the last check of `/readyz` found it. */
export const processReady = new Gauge({
  name: 'process_ready',
  help: '1 while this process can do its work',
});

/** A gauge that is evaluated when metrics are scraped. */
export function measuredBy(gauge: Gauge, check: () => number): void {
  Object.assign(gauge, { collect: () => gauge.set(check()) });
}

let lastCheck = performance.eventLoopUtilization();
measuredBy(
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last scrape that the event loop was busy',
  }),
  () => {
    const [before, check] = [lastCheck, performance.eventLoopUtilization()];
    lastCheck = check;
    return performance.eventLoopUtilization(check, before).utilization;
  },
);

/** For a service's own metrics. */
export { Counter, Gauge, Histogram } from 'prom-client';

/** The second also names, for each range of durations, a trace that fell into it. */
export type MetricsFormat = 'plain' | 'openmetrics';

export const METRICS_TYPES: Readonly<Record<MetricsFormat, string>> = {
  plain: Registry.PROMETHEUS_CONTENT_TYPE,
  openmetrics: Registry.OPENMETRICS_CONTENT_TYPE,
};

export function metricsText(format: MetricsFormat = 'plain'): Promise<string> {
  if (format === 'openmetrics') return register.metrics();
  const plain = new Registry();
  for (const metric of register.getMetricsAsArray()) plain.registerMetric(metric as unknown as Gauge);
  return plain.metrics();
}

/** With the trace of what took so long, where it is recorded. */
export function observeTraced<L extends string>(
  histogram: Histogram<L>,
  labels: Partial<Record<L, string | number>>,
  seconds: number,
  span: TraceSpan | null,
): void {
  const exemplarLabels = span?.exemplar;
  // The library's type knows labels of exemplars only as those of the metric.
  if (exemplarLabels) histogram.observe({ labels, value: seconds, exemplarLabels: exemplarLabels as object });
  else histogram.observe({ labels, value: seconds });
}
