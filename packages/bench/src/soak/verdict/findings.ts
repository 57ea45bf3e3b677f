import { percentile } from '../../load/statistics.ts';
import type { Timed } from '../../load/timings.ts';
import type { Held } from '../sample/heaps.ts';
import type { Sample } from '../sample/sample.ts';
import { judge, judgeChange, type Judgement, type Limit } from './judge.ts';
import { highest, lowest, type Reduce, type Series, windowsOf } from './series.ts';

export type Group = 'memory' | 'objects' | 'p99' | 'rows' | 'bytes' | 'lag';

export interface Finding extends Judgement {
  readonly group: Group;
  readonly name: string;
}

/** What a soak has measured. */
export interface Measured {
  readonly samples: readonly Sample[];
  readonly kinds: ReadonlyMap<string, Timed>;
  /** What each process held at rest when the load that is judged had ended, and after some more of it. */
  readonly objects: {
    readonly before: Readonly<Record<string, number>>;
    readonly after: Readonly<Record<string, number>>;
    readonly forMs: number;
  };
  readonly warmUpMs: number;
  readonly endMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const LIMITS: Readonly<Record<Group, Limit>> = {
  memory: { share: 0.01, negligible: 0 },
  objects: { share: 0.01, negligible: 0 },
  p99: { share: 0.2, negligible: 2 },
  rows: { share: 0.1, negligible: 100 },
  bytes: { share: 0.1, negligible: 64 * 1024 },
  lag: { share: 0.1, negligible: 60 },
};
/** Fewer visits of a kind than these in an hour say nothing of its 99th percentile within a minute. */
const JUDGED_FROM_PER_HOUR = 3_000;
/** The tables that grow with requests and events, not with what is sold. */
const BOOKKEEPING = ['outbox', 'inbox', 'idempotency_key', 'page_change'];

/** Memory after collections; high ends of tables, since they fill until they are pruned. */
const REDUCE: Readonly<Record<Group, Reduce>> = {
  memory: lowest,
  objects: lowest,
  p99: (values) =>
    percentile(
      values.toSorted((one, other) => one - other),
      0.99,
    ),
  rows: highest,
  bytes: highest,
  lag: highest,
};

/** Everything that has to stay as it is, judged after the warm-up. */
export function findingsOf({ samples, kinds, objects, warmUpMs, endMs }: Measured): Finding[] {
  const found = (group: Group, name: string, series: Series): Finding => ({
    group,
    name,
    ...judge(series, windowsOf(warmUpMs, endMs), { reduce: REDUCE[group], limit: LIMITS[group] }),
  });
  const names = Object.keys(samples[0]?.processes ?? {});
  return [
    ...names.map((name) => found('memory', name, collectedOf(samples, name, ownMemoryOf))),
    ...names.map((name): Finding => {
      const [before, after] = [objects.before[name]!, objects.after[name]!];
      const change = { before, after, hours: objects.forMs / HOUR_MS };
      return { group: 'objects', name, ...judgeChange(change, LIMITS.objects) };
    }),
    ...frequentOf({ kinds, warmUpMs, endMs }).map(([name, { points }]) => found('p99', name, points)),
    ...bookkeepingOf(samples).flatMap(({ name, rows, bytes }) => [
      found('rows', name, rows),
      found('bytes', name, bytes),
    ]),
    found('lag', 'all consumers', seriesOf(samples, lagOf)),
  ];
}

export const seriesOf = (samples: readonly Sample[], valueOf: (sample: Sample) => number): Series =>
  samples.map((sample) => [sample.atMs, valueOf(sample)]);

/** What a process holds after each collection of its garbage. */
export const collectedOf = (samples: readonly Sample[], name: string, valueOf: (held: Held) => number): Series =>
  samples.flatMap(({ atMs, processes }) => {
    const { collected } = processes[name]!;
    return collected ? [[atMs, valueOf(collected)] as const] : [];
  });

/** Resident memory without compiled code, which grows for longer than a run warms up, and has an end. */
export const ownMemoryOf = ({ residentBytes, codeBytes }: Held): number => residentBytes - codeBytes;

export const lagOf = ({ processes }: Sample): number =>
  Object.values(processes).reduce((sum, { lag, unsent }) => sum + (lag ?? 0) + (unsent ?? 0), 0);

/** What came often enough to judge its 99th percentile. */
export function frequentOf({
  kinds,
  warmUpMs,
  endMs,
}: Pick<Measured, 'kinds' | 'warmUpMs' | 'endMs'>): [name: string, timed: Timed][] {
  const least = (JUDGED_FROM_PER_HOUR * (endMs - warmUpMs)) / HOUR_MS;
  return [...kinds].filter(([, { points }]) => points.filter(([atMs]) => atMs >= warmUpMs).length >= least);
}

/** Rows and bytes, indexes included, of each bookkeeping table of each database that is used. */
export function bookkeepingOf(samples: readonly Sample[]) {
  const sizes = (samples[0]?.tables ?? []).filter(({ table }) => BOOKKEEPING.includes(table));
  const all = sizes.map(({ database, table }) => {
    const own = ({ tables }: Sample) => tables.find((one) => one.database === database && one.table === table)!;
    return {
      name: `${database}.${table}`,
      rows: seriesOf(samples, (sample) => own(sample).liveRows),
      dead: seriesOf(samples, (sample) => own(sample).deadRows),
      inserted: seriesOf(samples, (sample) => own(sample).insertedRows),
      bytes: seriesOf(samples, (sample) => own(sample).tableBytes + own(sample).indexBytes),
    };
  });
  return all.filter(({ rows }) => rows.some(([, count]) => count > 0));
}
