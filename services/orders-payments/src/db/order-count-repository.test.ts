import { expect, it } from 'vitest';
import { isCounted } from './order-count-repository.ts';

const MIDNIGHT = new Date('2026-11-22T03:00:00Z');

it.each<[object, boolean]>([
  [{}, true],
  [{ userId: undefined, paymentStatus: 'approved', createdFrom: MIDNIGHT, createdBefore: MIDNIGHT }, true],
  [{ fulfillmentStatus: 'delivered' }, true],
  [{ userId: 'u' }, false],
  [{ email: 'e', paymentStatus: 'approved' }, false],
  [{ searchPattern: '%' }, false],
  [{ createdFrom: new Date(MIDNIGHT.getTime() + 1) }, false],
  [{ createdBefore: new Date('2026-11-22T00:00:00Z') }, false],
])('of %j is counted: %s', (requested, expected) => {
  expect(isCounted({ ...requested })).toBe(expected);
});
