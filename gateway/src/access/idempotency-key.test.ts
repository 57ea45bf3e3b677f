import { newCall } from '@estampa/kit/rpc/call';
import type { Request } from 'express';
import { expect, it } from 'vitest';
import type { AnyRoute } from '../routes/route.ts';
import { BODY_MAX_DEPTH, idempotencyKeyOf } from './idempotency-key.ts';

const route = { method: 'post', path: '/waitlist' } as AnyRoute;
const sent = (body: unknown) => ({ get: () => 'a-key', query: {}, body }) as unknown as Request;
const digestOf = (body: unknown) =>
  idempotencyKeyOf(route, sent(body), newCall({ requestId: 'r' }), undefined)!.bodyDigest;
const nested = (depth: number): unknown => (depth === 0 ? 'end' : [nested(depth - 1)]);

it.each<[string, unknown, unknown, boolean]>([
  ['the same body', { name: 'A', tags: ['a', 'b'] }, { name: 'A', tags: ['a', 'b'] }, true],
  ['members in another order, at any depth', { a: { b: 1, c: 2 }, d: 3 }, { d: 3, a: { c: 2, b: 1 } }, true],
  ['elements in another order', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, false],
  ['another value', { name: 'A' }, { name: 'B' }, false],
  ['another member, whatever a default makes of it', { name: 'A' }, { name: 'A', page: 1 }, false],
])('compares bodies: %s', (_what, one, other, same) => {
  expect(digestOf(one) === digestOf(other)).toBe(same);
});

it('refuses a body that is nested too deeply', () => {
  expect(() => digestOf(nested(BODY_MAX_DEPTH))).not.toThrow();
  expect(() => digestOf(nested(BODY_MAX_DEPTH + 1))).toThrow('nested too deeply');
});
