import { describe, expect, it } from 'vitest';
import { type FigureName, totalOf } from './figures.ts';
import { runModel } from './model.ts';
import { tablesOf } from './page.ts';
import { PLANTS } from './plants.ts';
import { RULES } from './rules.ts';

const MONTH = { days: 30, seed: 20_261_128 };
/** A month in which nothing went wrong would show nothing. */
const MISFORTUNES: readonly FigureName[] = [
  'disputesLost',
  'refundedCents',
  'reversedCents',
  'transfersFailed',
  'transfersRejected',
  'transfersReturned',
];

describe('a month of orders', () => {
  it('ends with everybody having what is due, to the cent', () => {
    const { days, wrongs } = runModel({ ...MONTH, orders: 500 });

    expect(wrongs).toEqual([]);
    const total = totalOf(days);
    expect(total).toMatchObject({ orders: 500, differenceCents: 0 });
    expect(MISFORTUNES.filter((name) => total[name] === 0)).toEqual([]);
    // Each table has a head of four lines, the days, the time after, and the sum.
    expect(tablesOf(days).split('\n')).toHaveLength(3 * (4 + MONTH.days + 2) + 2);
  });

  it.each(Object.entries(PLANTS))('is reported as wrong where %s', (_name, plant) => {
    const { wrongs } = runModel({ ...MONTH, orders: 300, rules: { ...RULES, ...plant } });

    expect(wrongs).not.toEqual([]);
  });
});
