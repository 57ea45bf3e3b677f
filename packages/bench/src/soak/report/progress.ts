import { figure } from '../../report/figures.ts';
import type { Usage } from '../load/capacity.ts';
import type { ProcessSample, Sample } from '../sample/sample.ts';
import { lagOf } from '../verdict/findings.ts';
import { highest } from '../verdict/series.ts';

const MEGABYTE = 1024 ** 2;
const PAGE = 'product page';

export const rampLine = (usages: readonly Usage[]): string =>
  usages.map(({ perSecond, busy }) => `${figure(perSecond)} a second: ${figure(busy * 100)} %`).join(', ');

/** How far a run is, and what its last samples say. */
export function progressLine(samples: readonly Sample[], endMs: number): string {
  const last = samples.at(-1)!;
  const all = samples.flatMap(({ latencies }) => Object.values(latencies));
  const errors = all.reduce((sum, one) => sum + one.errors, 0);
  const pages = samples.flatMap(({ latencies }) => latencies[PAGE]?.p99Ms || []);
  const sumOf = (valueOf: (process: ProcessSample) => number) =>
    Object.values(last.processes).reduce((sum, process) => sum + valueOf(process), 0) / MEGABYTE;
  return [
    `${clock(last.atMs)} of ${clock(endMs)}`,
    `page p99 ${figure(highest(pages))} ms`,
    `resident ${figure(sumOf(({ residentBytes }) => residentBytes))} MB`,
    `heap ${figure(sumOf(({ heapBytes }) => heapBytes))} MB`,
    `lag ${lagOf(last)}`,
    `processors ${figure(last.processors['all']! * 100)} %`,
    `load ${figure(last.loadAverage)}`,
    ...(errors > 0 ? [`${errors} errors`] : []),
  ].join(', ');
}

function clock(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
