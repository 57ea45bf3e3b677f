import { busy, DAY, HEADROOM, perSecondAtPeak, PROCESSES, SERVERS, sum } from '../capacity/demand.ts';
import { type Costs, costsIn } from './case-costs.ts';
import { markdownTable } from './markdown-report.ts';

/** What one core serves: a line of the page, and the cases that it sums up. */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  'cached product page': ['page-16', 'page-64'],
  'product pages by popularity, with misses': ['page-popular-16'],
  search: ['search-16'],
  'like, follow': ['like-one-16', 'like-many-16', 'follow-16'],
  'log-in': ['login-16'],
  'checkout, without the provider': ['checkout-1', 'checkout-8', 'checkout-32'],
  'settled write of a seller': ['write-1', 'write-8'],
  'orders of an admin, one page': [
    'orders-all',
    'orders-deep',
    'orders-payment',
    'orders-fulfillment',
    'orders-search',
    'orders-number',
    'orders-email',
    'orders-day',
    'orders-period',
    'orders-several',
    'orders-user',
  ],
  preview: ['preview-1', 'preview-4'],
  'render, stored and shown': ['render-1'],
  'artwork of 1 MP, presign to complete': ['upload-4'],
};

/** Of the production values; one may be lost with its node. */
const REPLICAS = 3;
/** CPU requests of a process: what it takes at rest with room for its jobs, and the steps in which requests grow. */
const REQUEST_MIN_MILLICORES = 100;
const REQUEST_STEP_MILLICORES = 50;
const MOST = 0.7;

const TWO_DIGITS = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 2, maximumSignificantDigits: 2 });
const rounded = (value: number): string => TWO_DIGITS.format(value);
const range = (values: readonly number[], text: (value: number) => string): string =>
  [...new Set([Math.min(...values), Math.max(...values)].map(text))].join('-');

/** The page with the figures of a page of the bench between its marks; a page that lacks one of the cases leaves it as it is. */
export function withScaleFigures(page: string, bench: string): string {
  const costs = costsIn(bench);
  const wanted = [...Object.values(SERVED).flat(), ...DAY.flatMap(({ cases }) => cases)];
  if (!wanted.every((name) => costs.has(name))) return page;
  const tables = { served: servedTable(costs), day: dayTable(costs), processes: processTable(costs) };
  return Object.entries(tables).reduce((text, [name, table]) => between(text, name, table), page);
}

function between(page: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: of docs/bench.md -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  return from === -1 || to < from ? page : `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}

function servedTable(costs: ReadonlyMap<string, Costs>): string {
  const rows = Object.entries(SERVED).map(([what, cases]) => {
    const all = cases.map((name) => costs.get(name)!.all);
    const perSecond = all.map((ms) => 1_000 / ms);
    return [what, `${range(all, rounded)} ms`, `${range(perSecond, rounded)} /s`, mostOf(costs.get(cases[0]!)!)];
  });
  return markdownTable(['request', 'processor time, measured', 'a core serves, computed', 'most of it in'], rows);
}

/** The dearest processes that take most. */
function mostOf({ all, by }: Costs): string {
  const dearest = [...by].toSorted(([, one], [, other]) => other - one);
  const names: string[] = [];
  for (let taken = 0; taken < MOST * all && names.length < dearest.length;) {
    const [process, ms] = dearest[names.length]!;
    names.push(process === 'postgres' ? 'PostgreSQL' : process);
    taken += ms;
  }
  return names.join(', ');
}

function dayTable(costs: ReadonlyMap<string, Costs>): string {
  const rows = DAY.map((share) => {
    const each = share.cases.length > 1 ? ' each' : '';
    return [share.what, share.assumed, `${rounded(perSecondAtPeak(share))} /s${each}`, rounded(busy(costs, share))];
  });
  const total = rounded(sum(DAY.map((share) => busy(costs, share))));
  return markdownTable(
    ['what', 'assumed', 'at the peak', 'cores busy'],
    [...rows, ['**all**', '', '', `**${total}**`]],
  );
}

function processTable(costs: ReadonlyMap<string, Costs>): string {
  const rows = PROCESSES.map((process) => {
    const cores = sum(DAY.map((share) => busy(costs, share, process)));
    return [process, rounded(cores), SERVERS.includes(process) ? '' : `${requestOf(cores)}m`];
  });
  return markdownTable(['process', 'cores busy', 'request of each of three replicas'], rows);
}

function requestOf(cores: number): number {
  const millicores = (HEADROOM * cores * 1_000) / REPLICAS;
  return Math.max(REQUEST_MIN_MILLICORES, Math.ceil(millicores / REQUEST_STEP_MILLICORES) * REQUEST_STEP_MILLICORES);
}
