import { percent } from './percent.ts';
import type { Result } from '../measure/measure-case.ts';

const CLIENT = 'client';
/** Background jobs and heartbeats vary by about as much. */
const PROCESSOR_SHOWN_FROM_MS = 0.01;
export const COUNTS_SHOWN_FROM = 0.05;

/** Three digits that matter, and thousands apart. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Of all processes but the one that measures. */
export const sumOf = (parts: ReadonlyMap<string, number>): number =>
  [...parts].reduce((sum, [name, value]) => sum + (name === CLIENT ? 0 : value), 0);

/** `name value`, the largest first, without what is noise. */
export const partsOf = (parts: ReadonlyMap<string, number>, shownFrom = PROCESSOR_SHOWN_FROM_MS): string[] =>
  [...parts]
    .filter(([name, value]) => name !== CLIENT && value >= shownFrom)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, value]) => `${name} ${figure(value)}`);

export const limitText = ({ limits }: Pick<Result, 'limits'>): string =>
  limits
    .map(({ by, ratio, title, perSecond, p50Ms }) =>
      by === 'throughput'
        ? `${percent(ratio)} of ${title} (${figure(perSecond)} /s)`
        : `${ratio.toFixed(2)} times ${title} (${figure(p50Ms)} ms)`,
    )
    .join(', ');

/** Times that are shown apart, as median and 95th percentile; waiting for providers is a mean. */
export function samplesText({ samples, counts }: Pick<Result, 'samples' | 'counts'>): string {
  const waited = sumOf(counts.provider);
  const apart = [...samples].map(([name, { p50Ms, p95Ms }]) => `${name} ${figure(p50Ms)} / ${figure(p95Ms)} ms`);
  return [...apart, ...(waited > 0 ? [`provider ${figure(waited)} ms`] : [])].join(', ');
}
