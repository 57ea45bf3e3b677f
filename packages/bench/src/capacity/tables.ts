import { dayOf, sum } from './demand.ts';
import { type Measured, type Plan, planOf } from './plan.ts';

const TIMES = [1, 10, 100, 1_000] as const;
export const PLAN_HEAD = [
  'times',
  'orders a day',
  'pages a second',
  'cores busy',
  'replicas',
  'cores of PostgreSQL',
  'of them the largest database',
  'connections',
  'partitions',
  'GiB of rows a year',
  'needs most of production values',
];
export const PROCESS_HEAD = ['process', 'cores busy', 'replicas'];

const THREE_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
export const rounded = (value: number): string => THREE_DIGITS.format(value);
export const percents = (part: number): string => `${rounded(100 * part)} %`;

/** What a day as given needs, and ten, a hundred and a thousand of it. */
export function planRows(ordersPerDay: number, pagesPerSecond: number, measured: Measured): string[][] {
  return TIMES.map((times) => {
    const [orders, pages] = [ordersPerDay * times, pagesPerSecond * times];
    return [String(times), rounded(orders), rounded(pages), ...figuresOf(planOf(dayOf(orders, pages), measured))];
  });
}

function figuresOf({ cores, replicas, databases, connections, partitions, gibibytesPerYear, needs }: Plan): string[] {
  const [largest] = databases;
  const [most] = needs;
  return [
    rounded(sum(cores.values())),
    rounded(sum(replicas.values())),
    rounded(cores.get('postgres')!),
    largest ? `${largest[0]} ${rounded(largest[1])}` : '',
    rounded(connections),
    rounded(partitions),
    rounded(gibibytesPerYear),
    `${most!.what}: ${percents(most!.part)}`,
  ];
}

export const processRows = ({ cores, replicas }: Plan): string[][] =>
  [...cores].map(([name, busy]) => [name, rounded(busy), String(replicas.get(name) ?? '')]);
