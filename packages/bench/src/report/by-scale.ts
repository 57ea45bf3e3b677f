import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Result } from '../measure/measure-case.ts';
import { figure, sumOf } from './figures.ts';

/** What is compared between scales. */
interface Measured {
  readonly rows: number;
  readonly processorMs: number;
  readonly p95Ms: number;
}
export type ByScale = Readonly<Record<string, Readonly<Record<string, Measured>>>>;

const SMALLEST = '1';

/** With the results of a run at a scale in the place of earlier ones of the same cases. */
export const withResults = (known: ByScale, scale: number, results: readonly Result[]): ByScale => ({
  ...known,
  [scale]: {
    ...known[scale],
    ...Object.fromEntries(
      results.map(({ name, counts, p95Ms }): [string, Measured] => [
        name,
        { rows: sumOf(counts.rows), processorMs: sumOf(counts.processor), p95Ms },
      ]),
    ),
  },
});

/** Keeps the results of a run for the comparison with runs at other scales. */
export function addResults(file: string, scale: number, results: readonly Result[]): ByScale {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ByScale) : {};
  const all = withResults(known, scale, results);
  writeFileSync(file, JSON.stringify(all));
  return all;
}

export const BY_SCALE_HEAD = [
  'case',
  'rows read at 1',
  'at scale',
  'processor ms at 1',
  'at scale',
  'times',
  'p95 ms at 1',
  'at scale',
];

/** One row for each case that was measured at scale 1 and at this one. */
export function byScaleRows(known: ByScale, scale: number, mark = (name: string): string => name): string[][] {
  const [small = {}, large = {}] = [known[SMALLEST], known[scale]];
  return Object.entries(large).flatMap(([name, at]) => {
    const at1 = small[name];
    if (!at1) return [];
    return [
      [
        mark(name),
        figure(at1.rows),
        figure(at.rows),
        figure(at1.processorMs),
        figure(at.processorMs),
        figure(at.processorMs / at1.processorMs),
        figure(at1.p95Ms),
        figure(at.p95Ms),
      ],
    ];
  });
}
