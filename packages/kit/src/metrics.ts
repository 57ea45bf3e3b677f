import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client';

collectDefaultMetrics();

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export const grpcServed = new Histogram({
  name: 'grpc_server_handling_seconds',
  help: 'Time to answer a gRPC call',
  labelNames: ['grpc_method', 'grpc_code'],
  buckets: SECONDS,
});

export const eventsConsumed = new Histogram({
  name: 'events_consumed_seconds',
  help: 'Time to apply an event',
  labelNames: ['topic', 'outcome'],
  buckets: SECONDS,
});

export const outboxSent = new Counter({ name: 'outbox_sent_total', help: 'Events published' });

export const deadLetters = new Counter({
  name: 'dead_letters_total',
  help: 'Events parked because they could not be applied',
  labelNames: ['topic'],
});

export const metricsText = (): Promise<string> => register.metrics();
