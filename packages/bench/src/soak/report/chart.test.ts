import { describe, expect, it } from 'vitest';
import { decadesOf, sheetOf, ticksOf } from './chart.ts';

describe('ticks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [3, [0, 1, 2, 3]],
    [100, [0, 20, 40, 60, 80, 100]],
    [101, [0, 50, 100, 150]],
    [0.03, [0, 0.01, 0.02, 0.03]],
  ])('up to %d', (most, ticks) => {
    expect(ticksOf(most)).toEqual(ticks);
  });

  it.each([
    [[], [1, 10]],
    [[5], [1, 10]],
    [[10], [10, 100]],
    [
      [0.5, 99, 101],
      [0.1, 1, 10, 100, 1_000],
    ],
  ])('by powers of ten around %j', (values, ticks) => {
    expect(decadesOf(values).map((tick) => Number(tick.toPrecision(6)))).toEqual(ticks);
  });
});

describe('a sheet', () => {
  const points = (svg: string) => [...svg.matchAll(/points="([^"]*)"/g)].map(([, text]) => text);
  const sheet = (isLogarithmic: boolean, values: readonly number[]) =>
    sheetOf({
      endMs: 100,
      warmUpMs: 50,
      panels: [
        {
          title: 'p99 <ms>',
          isLogarithmic,
          lines: [{ name: 'a & b', series: values.map((value, index) => [index * 50, value]) }],
        },
      ],
    });

  it('draws each point where its time and value are', () => {
    expect(points(sheet(false, [0, 50, 100]))).toEqual(['56,260 256,147 456,34']);
    expect(points(sheet(true, [1, 10, 100]))).toEqual(['56,260 256,147 456,34']);
  });

  it('leaves out what has no place', () => {
    expect(points(sheet(true, [0, 10, Number.NaN]))).toEqual(['256,260']);
    expect(points(sheet(false, [Number.NaN, 100]))).toEqual(['256,34']);
    expect(points(sheet(false, []))).toEqual(['']);
  });

  it('shades the warm-up, and escapes texts', () => {
    const svg = sheet(false, [1]);

    expect(svg).toContain('width="200" height="226" fill="#f5f7fa"');
    expect(svg).toContain('p99 &lt;ms&gt;');
    expect(svg).toContain('a &amp; b');
  });
});
