import { percentile } from '../../load/statistics.ts';
import {
  bookkeepingOf,
  collectedOf,
  frequentOf,
  lagOf,
  type Measured,
  ownMemoryOf,
  seriesOf,
} from '../verdict/findings.ts';
import type { Held } from '../sample/heaps.ts';
import { highest, mean, reduced, type Reduce, type Series } from '../verdict/series.ts';
import type { Line, Sheet } from './chart.ts';

const POINTS = 100;
/** Long intervals, so that each has enough visits for its 99th percentile. */
const POINTS_OF_TIMES = 40;
const MEGABYTE = 1024 ** 2;
const PERCENT = 100;
const HELD: readonly (readonly [title: string, valueOf: (held: Held) => number])[] = [
  ['Resident memory without compiled code', ownMemoryOf],
  ['JavaScript objects', ({ heapBytes }) => heapBytes],
  ['Compiled code', ({ codeBytes }) => codeBytes],
  ['Buffers outside of the heap', ({ bufferBytes }) => bufferBytes],
];

/** What a soak has measured, as panels of curves. */
export function curvesOf(measured: Measured): Sheet {
  const { samples, warmUpMs, endMs } = measured;
  const line = (name: string, series: Series, reduce: Reduce, unit = 1, count = POINTS): Line => ({
    name,
    series: reduced(series, { fromMs: 0, toMs: endMs, count }, reduce).map(([atMs, value]) => [atMs, value / unit]),
  });
  const names = Object.keys(samples[0]?.processes ?? {});
  const tables = bookkeepingOf(samples);
  const heldPanels = HELD.map(([title, valueOf]) => ({
    title: `${title} after collections, MB`,
    lines: names.map((name) => line(name, collectedOf(samples, name, valueOf), mean, MEGABYTE)),
  }));
  const times = (share: number) =>
    frequentOf(measured).map(([name, { points }]) => line(name, points, shareOf(share), 1, POINTS_OF_TIMES));
  return {
    endMs,
    warmUpMs,
    panels: [
      {
        title: 'Resident memory, MB',
        lines: names.map((name) =>
          line(
            name,
            seriesOf(samples, ({ processes }) => processes[name]!.residentBytes),
            highest,
            MEGABYTE,
          ),
        ),
      },
      ...heldPanels,
      {
        title: 'Processors, share of all that each process used, %',
        lines: Object.keys(samples.at(-1)?.processors ?? {}).map((name) =>
          line(
            name,
            seriesOf(samples, ({ processors }) => processors[name]!),
            mean,
            1 / PERCENT,
          ),
        ),
      },
      {
        title: '50th percentile of times, ms',
        isLogarithmic: true,
        lines: times(0.5),
      },
      {
        title: '99th percentile of times, ms',
        isLogarithmic: true,
        lines: times(0.99),
      },
      {
        title: 'Rows of bookkeeping tables',
        isLogarithmic: true,
        lines: tables.map(({ name, rows }) => line(name, rows, highest)),
      },
      {
        title: 'Bookkeeping tables with their indexes, MB',
        isLogarithmic: true,
        lines: tables.map(({ name, bytes }) => line(name, bytes, highest, MEGABYTE)),
      },
      { title: 'Events not yet sent or applied', lines: [line('all services', seriesOf(samples, lagOf), highest)] },
      { title: 'Load average of the machine', lines: [line('1 minute', seriesOf(samples, loadOf), highest)] },
    ],
  };
}

const loadOf = ({ loadAverage }: Measured['samples'][number]): number => loadAverage;

const shareOf =
  (share: number): Reduce =>
  (values) =>
    percentile(
      values.toSorted((one, other) => one - other),
      share,
    );
