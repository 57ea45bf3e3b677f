import { expect, it } from 'vitest';
import type { Result } from '../measure/measure-case.ts';
import { byScaleRows, withResults } from './by-scale.ts';

const result = (name: string, rows: number, ms: number): Result =>
  ({
    name,
    p95Ms: 2 * ms,
    counts: {
      rows: new Map([['orders', rows]]),
      processor: new Map([
        ['gateway', ms],
        ['client', 9],
      ]),
    },
  }) as unknown as Result;

it('compares the cases that were measured at both scales, each with its last results', () => {
  const small = withResults({}, 1, [result('a', 20, 2), result('b', 1, 1)]);
  const again = withResults(small, 1, [result('a', 30, 4)]);
  const both = withResults(again, 10, [result('a', 60, 5), result('c', 1, 1)]);

  expect(byScaleRows(both, 10)).toEqual([['a', '30.0', '60.0', '4.00', '5.00', '1.25', '8.00', '10.0']]);
  expect(byScaleRows(small, 10)).toEqual([]);
});
