import { expect, it } from 'vitest';
import { sumOfMetric } from './own-metrics.ts';

it('adds up the series of one metric, and those of no other that begins like it', () => {
  const text = [
    '# HELP calls',
    '# TYPE calls counter',
    'calls{a="x y"} 2',
    'calls{a="z"} 1.5e1',
    'calls_total 100',
  ].join('\n');

  expect(sumOfMetric(text, 'calls')).toBe(17);
  expect(sumOfMetric(text, 'calls_total')).toBe(100);
  expect(sumOfMetric(text, 'events')).toBe(0);
});
