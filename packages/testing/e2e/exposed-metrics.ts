import { describe, expect, it } from 'vitest';
import { startObserver } from '@estampa/stack/observe/observer';
import type { ObservedProcess } from '@estampa/stack/observe/sampler';
import { gatewayUrl, PROCESS_NAMES, type ProcessName, type Surroundings } from '@estampa/stack/topology';
import { eventually } from '../src/eventually.ts';
import { alertQueries, dashboardQueries, type Query, recordedSeries } from '../src/monitoring.ts';
import { selectorsIn } from '../src/promql.ts';

/** Labels that the scraper adds to each series, and its own series. */
const SCRAPERS_LABELS = ['job', 'instance', 'namespace', 'pod', 'le'];
const SCRAPERS_OWN = 'up';
const HISTOGRAMS_PARTS = ['_bucket', '_count', '_sum'];
/** Of every counter and duration, those that these tests make happen must have values with labels. */
const HAPPENED = ['http_server_requests_total', 'events_consumed_total', 'payments_charged_cents_total'];

/** By name; labels are those of the series that there are. */
type Exposed = Map<string, Set<string>>;
/** Of one process, whatever it did. */
const SERIES_MAX = 3_000;

/** Part of suites in which images are made and orders paid, so that the processes expose what dashboards and alerts query. */
export function describeExposedMetrics(ground: () => { surroundings: Surroundings }): void {
  describe('dashboards and alerts', () => {
    it('query metrics and labels that the processes expose', async () => {
      const exposed = await exposedBy(ground().surroundings);
      const queries = [...alertQueries(), ...dashboardQueries()];

      expect(queries.length).toBeGreaterThan(80);
      for (const name of HAPPENED) expect(exposed.get(name)?.size).toBeGreaterThan(0);
      expect(queries.flatMap((query) => unknownIn(query, exposed))).toEqual([]);
    });

    it('have a bounded number of series', async () => {
      const counts = (await pagesOf(ground().surroundings)).map((page) => page.match(/^\w/gm)!.length);

      expect(counts.filter((count) => count >= SERIES_MAX)).toEqual([]);
    });
  });

  describe('the page of what runs', () => {
    it('shows the requests, durations, lag and outbox that the processes report', async () => {
      const { surroundings } = ground();
      await using observer = await startObserver(0);
      observer.watch(opsUrlsOf(surroundings));

      const before = await pagesOf(surroundings);
      const processes = await eventually(async () => {
        await fetch(`${gatewayUrl(surroundings)}/stores/none`);
        const data = await (await fetch(`${observer.url}/data.json`)).json();
        const found = (data as { processes: ObservedProcess[] }).processes;
        expect(found.find(({ name }) => name === 'gateway')!.now!.p95).toBeGreaterThan(0);
        for (const { name, now } of found) {
          expect([name, now?.lag === null, now?.unsent === null]).toEqual([
            name,
            !CONSUMERS.includes(name),
            name === 'gateway',
          ]);
        }
        return found;
      });
      const after = await pagesOf(surroundings);

      expect(processes.map(({ name, isUp }) => [name, isUp])).toEqual(MEASURED.map((name) => [name, true]));
      for (const [at, { name, now, history }] of processes.entries()) {
        expect([name, now!.requests >= requestsIn(before[at]!), now!.requests <= requestsIn(after[at]!)]).toEqual([
          name,
          true,
          true,
        ]);
        expect(history.requestsPerSecond.at(-1)).toBe(now!.requestsPerSecond);
      }
      expect(requestsIn(before[0]!)).toBeGreaterThan(0);
    });
  });
}

const requestsIn = (page: string): number =>
  [...page.matchAll(/^(?:http_server_requests|grpc_server_handled)_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

function unknownIn({ from, expression }: Query, exposed: Exposed): string[] {
  return selectorsIn(expression).flatMap(({ name, labels }) => {
    if (name === SCRAPERS_OWN || recordedSeries().includes(name)) return [];
    const part = HISTOGRAMS_PARTS.find((end) => name.endsWith(end) && exposed.has(name.slice(0, -end.length))) ?? '';
    const known = exposed.get(name.slice(0, name.length - part.length));
    if (!known) return [`${from}: ${name}`];
    // A metric without values yet has no labels.
    const strange = labels.filter((label) => known.size > 0 && !known.has(label) && !SCRAPERS_LABELS.includes(label));
    return strange.map((label) => `${from}: ${name}{${label}}`);
  });
}

/** Identity consumes no events. */
const CONSUMERS = ['catalog', 'media-render', 'storefront', 'orders-payments', 'fulfillment-shipping', 'payouts'];
const MEASURED: readonly string[] = PROCESS_NAMES.filter((name) => name !== 'sandbox');

const opsUrlsOf = ({ ports }: Surroundings): Record<string, string> =>
  Object.fromEntries(MEASURED.map((name) => [name, `http://127.0.0.1:${ports[name as ProcessName].opsPort}`]));

const pagesOf = (surroundings: Surroundings): Promise<string[]> =>
  Promise.all(Object.values(opsUrlsOf(surroundings)).map(async (url) => (await fetch(`${url}/metrics`)).text()));

async function exposedBy(surroundings: Surroundings): Promise<Exposed> {
  const exposed: Exposed = new Map();
  const pages = await pagesOf(surroundings);
  for (const line of pages.join('\n').split('\n')) {
    const [, declared] = /^# TYPE (\w+) /.exec(line) ?? [];
    if (declared && !exposed.has(declared)) exposed.set(declared, new Set());
    const [, series = '', labels = ''] = /^(\w+)\{([^}]*)\}/.exec(line) ?? [];
    const name = exposed.has(series) ? series : series.replace(/_(?:bucket|count|sum)$/, '');
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) exposed.get(name)?.add(label);
  }
  return exposed;
}
