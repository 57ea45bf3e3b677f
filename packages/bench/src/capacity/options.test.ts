import { expect, it } from 'vitest';
import { ORDERS_MAX, PAGES_MAX, readOptions } from './options.ts';

it.each([
  ['orders-per-day', 'ordersPerDay', ORDERS_MAX],
  ['pages-per-second', 'pagesPerSecond', PAGES_MAX],
] as const)('--%s is a number up to its limit', (name, field, most) => {
  expect(readOptions([`--${name}`, String(most)])[field]).toBe(most);
  for (const text of ['0', String(most + 1), '-1', '1.5', 'many', ''])
    expect(() => readOptions([`--${name}=${text}`])).toThrow(`--${name} takes a number from 1 to ${most}`);
});
