import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { HOST } from '@estampa/stack/ports';
import type { BenchStack } from '../stack/bench-stack.ts';

export interface OwnMetrics {
  /** Calls that each service has served since its start. */
  readonly calls: ReadonlyMap<string, number>;
  /** Events that each service has applied. */
  readonly events: ReadonlyMap<string, number>;
  /** Milliseconds that were waited for outside providers. */
  readonly providerMs: number;
}

const CALLS = 'grpc_server_handled_total';
const EVENTS = 'events_consumed_total';
const PROVIDER = 'provider_request_seconds_sum';

/** Metrics of the services' ops pages. */
export async function readOwnMetrics({ marketplace }: BenchStack): Promise<OwnMetrics> {
  const { ports } = marketplace.surroundings;
  const pages = await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const response = await fetch(`http://${HOST}:${ports[name].opsPort}/metrics`);
      return [name, await response.text()] as const;
    }),
  );
  const sums = (metric: string) => new Map(pages.map(([name, text]) => [name, sumOfMetric(text, metric)]));
  return {
    calls: sums(CALLS),
    events: sums(EVENTS),
    providerMs: sums(PROVIDER).get('orders-payments')! * 1_000,
  };
}

/** The sum of all series of a metric. */
export const sumOfMetric = (text: string, metric: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
