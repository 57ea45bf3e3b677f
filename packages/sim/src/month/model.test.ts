import { describe, expect, it } from 'vitest';
import { totalOf } from './figures.ts';
import { runModel } from './model.ts';
import { PLANTS } from './plants.ts';
import { RULES } from './rules.ts';

const MONTH = { days: 30, seed: 20_261_128 };

describe('a month of orders', () => {
  it('ends with everybody having what is due, to the cent', () => {
    const { days, wrongs } = runModel({ ...MONTH, orders: 500 });
    expect(wrongs).toEqual([]);
    const total = totalOf(days);
    expect(total).toMatchObject({ orders: 500, differenceCents: 0 });
    // A month in which nothing goes wrong would show nothing.
    for (const name of [
      'disputesLost',
      'transfersFailed',
      'transfersReturned',
      'transfersRejected',
      'reversedCents',
    ] as const)
      expect(total[name], name).toBeGreaterThan(0);
  });

  it.each(Object.entries(PLANTS))('reports that %s', (_name, plant) => {
    const { wrongs } = runModel({ ...MONTH, orders: 300, rules: { ...RULES, ...plant } });
    expect(wrongs).not.toEqual([]);
  });
});
