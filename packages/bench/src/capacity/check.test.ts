import { expect, it } from 'vitest';
import { CASES_OF } from '../soak/load/kinds.ts';
import { predictedCores } from './check.ts';

it('grows with the rate, from what the stack takes at rest', () => {
  const names = [...Object.values(CASES_OF).map(([name]) => name), 'checkout-8', 'write-1'];
  const costs = new Map(names.map((name) => [name, { all: 10, by: new Map<string, number>() }]));
  const atRest = new Map([
    ['kafka', 40],
    ['postgres', 10],
    ['sandbox', 500],
  ]);
  const coresAt = (perSecond: number) => predictedCores(perSecond, costs, atRest);

  expect(coresAt(0)).toBeCloseTo(0.05);
  expect(coresAt(200) - coresAt(100)).toBeCloseTo(coresAt(100) - coresAt(0));
  // Purchases cost four cases of 10 ms each, the others one.
  expect(coresAt(100) - coresAt(0)).toBeGreaterThan(1);
  expect(coresAt(100) - coresAt(0)).toBeLessThan(1.2);
});
