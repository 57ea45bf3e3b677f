import { expect, it } from 'vitest';
import { additions, unnamedIn } from './additions.ts';

const released = {
  paths: { '/orders': { get: {} } },
  components: { schemas: { Order: { properties: { id: {} } }, Gone: {} } },
};
const present = {
  paths: { '/orders': { get: {}, post: {} }, '/orders/{id}': { get: {} } },
  components: { schemas: { Order: { properties: { id: {}, paidAt: {} } }, Item: { properties: { sku: {} } } } },
};

it('additions are new routes, and new fields of schemas that there were', () => {
  expect(additions(released, present)).toEqual(['POST /orders', 'GET /orders/{id}', 'Order.paidAt']);
  expect(additions(present, present)).toEqual([]);
});

it('a list of changes names them by path or field', () => {
  const added = ['GET /orders/{id}', 'Order.paidAt', 'Order.paid'];

  expect(unnamedIn('`GET /orders/{id}` has `paidAt`', added)).toEqual(['Order.paid']);
  expect(unnamedIn('- Orders can be read', added)).toEqual(added);
});
