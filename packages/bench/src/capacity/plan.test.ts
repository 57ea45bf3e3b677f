import { expect, it } from 'vitest';
import { dayOf } from './demand.ts';
import { type Measured, planOf } from './plan.ts';

const cost = (by: Record<string, number>) => ({
  all: Object.values(by).reduce((one, other) => one + other, 0),
  by: new Map(Object.entries(by)),
});
const MEASURED: Measured = {
  costs: new Map([
    ['checkout-8', cost({ 'orders-payments': 2, postgres: 4, gateway: 1 })],
    ['page-popular-16', cost({ gateway: 0.4, storefront: 0.2, postgres: 0.4 })],
    ['search-16', cost({ postgres: 2, storefront: 1 })],
    ['login-16', cost({ identity: 12 })],
    ['preview-4', cost({ 'media-render': 70 })],
    ['render-1', cost({ 'media-render': 170 })],
    ['upload-4', cost({ 'media-render': 190 })],
    ['like-many-16', cost({ storefront: 1, postgres: 1 })],
    ['write-1', cost({ catalog: 4, postgres: 4 })],
  ]),
  trips: new Map([
    [
      'checkout-8',
      new Map([
        ['orders-payments', 3],
        ['catalog', 1],
      ]),
    ],
    ['page-popular-16', new Map([['storefront', 0.5]])],
    ['search-16', new Map([['storefront', 1]])],
    ['like-many-16', new Map([['storefront', 2]])],
    [
      'write-1',
      new Map([
        ['catalog', 5],
        ['storefront', 5],
      ]),
    ],
  ]),
};
/** Five a second at the peak. */
const ORDERS = 86_400;

it('counts what each process does at the peak, and twice that in replicas', () => {
  const { cores, replicas } = planOf(dayOf(ORDERS, 1_000), MEASURED);

  // 5 orders a second, each as four checkouts, and 1,000 pages a second.
  expect(cores.get('gateway')).toBeCloseTo(0.02 + 0.4);
  expect(cores.get('orders-payments')).toBeCloseTo(0.04);
  expect(replicas.get('gateway')).toBe(3);
  expect(planOf(dayOf(ORDERS, 10_000), MEASURED).replicas.get('gateway')).toBe(9);
});

it('divides the work of PostgreSQL among databases by round trips', () => {
  const { databases } = planOf(dayOf(ORDERS, 0), MEASURED);

  // 20 checkouts a second of 4 ms, three parts of four, and 2.5 writes of sellers of 4 ms, a half.
  expect(databases.get('orders-payments')).toBeCloseTo(0.06);
  expect(databases.get('catalog')).toBeCloseTo(0.02 + 0.005);
});

it('grows in proportion, and never below what survives the loss of a node', () => {
  const [one, ten] = [1, 10].map((times) => planOf(dayOf(times * ORDERS, times * 500), MEASURED));

  expect(ten!.cores.get('postgres')).toBeCloseTo(10 * one!.cores.get('postgres')!);
  expect(ten!.gibibytesPerYear).toBeCloseTo(10 * one!.gibibytesPerYear);
  expect(Math.min(...planOf(dayOf(1, 1), MEASURED).replicas.values())).toBe(3);
});

it('names first what production values have least of', () => {
  const { needs } = planOf(dayOf(ORDERS, 10_000), MEASURED);

  expect(needs[0]!.what).toBe('cores of PostgreSQL');
  expect(needs.map(({ part }) => part)).toEqual(needs.map(({ part }) => part).toSorted((one, other) => other - one));
});
