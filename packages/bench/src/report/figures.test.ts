import { describe, expect, it } from 'vitest';
import { figure, limitText, partsOf, sumOf } from './figures.ts';
import { percent } from './percent.ts';
import { markdownTable } from './markdown-report.ts';

describe('a figure', () => {
  it.each([
    [0.123, '0.12'],
    [9.999, '10.00'],
    [12.34, '12.3'],
    [123.4, '123'],
    [24_900, '24,900'],
    [Number.NaN, '-'],
  ])('%d is shown as %s', (value, text) => {
    expect(figure(value)).toBe(text);
  });

  it.each([
    [0.034, '3.4 %'],
    [0.34, '34 %'],
  ])('a share of %d is shown as %s', (share, text) => {
    expect(percent(share)).toBe(text);
  });
});

it('shows the largest part first, and neither the client nor noise', () => {
  const parts = new Map([
    ['gateway', 1],
    ['client', 9],
    ['postgres', 2],
    ['kafka', 0.001],
  ]);

  expect(partsOf(parts)).toEqual(['postgres 2.00', 'gateway 1.00']);
  expect(sumOf(parts)).toBeCloseTo(3.001);
});

it('compares throughput by share and computing by how many times as long', () => {
  const limit = { title: 'bare', perSecond: 1_000, p50Ms: 10, p95Ms: 20, p99Ms: 30, errors: 0 };

  expect(limitText({ limits: [{ ...limit, by: 'throughput', ratio: 0.25 }] })).toBe('25 % of bare (1,000 /s)');
  const twice = [1.25, 1.5].map((ratio) => ({ ...limit, by: 'median' as const, ratio }));
  expect(limitText({ limits: twice })).toBe('1.25 times bare (10.0 ms), 1.50 times bare (10.0 ms)');
  expect(limitText({ limits: [] })).toBe('');
});

it('fits a bar into its cell of a table', () => {
  expect(markdownTable(['a', 'b'], [['1|2', '3']])).toBe('| a | b |\n| --- | --- |\n| 1\\|2 | 3 |');
});
