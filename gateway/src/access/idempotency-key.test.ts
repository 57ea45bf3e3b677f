import { newCall } from '@estampa/kit/rpc/call';
import type { Request } from 'express';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyRoute } from '../routes/route.ts';
import { BODY_MAX_DEPTH, idempotencyKeyOf } from './idempotency-key.ts';

const bodiless = { method: 'post', path: '/waitlist' } as AnyRoute;
const route = { ...bodiless, body: z.object({}) } as AnyRoute;
const sent = (body: unknown, query: object = {}) => ({ get: () => 'a-key', query, body }) as unknown as Request;
const digest = (of: AnyRoute, request: Request) =>
  idempotencyKeyOf(of, request, newCall({ requestId: 'r' }), undefined)!.bodyDigest;
const digestOf = (body: unknown) => digest(route, sent(body));
const nested = (depth: number): unknown => (depth === 0 ? 'end' : [nested(depth - 1)]);

it.each<[string, unknown, unknown, boolean]>([
  ['the same body', { name: 'A', tags: ['a', 'b'] }, { name: 'A', tags: ['a', 'b'] }, true],
  ['members in another order, at any depth', { a: { b: 1, c: 2 }, d: 3 }, { d: 3, a: { c: 2, b: 1 } }, true],
  ['elements in another order', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, false],
  ['another value', { name: 'A' }, { name: 'B' }, false],
  ['numbers by what they are', JSON.parse('{"a":[1,0]}'), JSON.parse('{"a":[1.0,-0]}'), true],
  ['names that mean something to JavaScript', JSON.parse('{"__proto__":{"a":1}}'), {}, false],
  ['names that are numbers', { 10: 'A', 9: 'B' }, { 9: 'A', 10: 'B' }, false],
  ['another member, whatever a default makes of it', { name: 'A' }, { name: 'A', page: 1 }, false],
])('compares bodies: %s', (_what, one, other, same) => {
  expect(digestOf(one) === digestOf(other)).toBe(same);
});

it('gives a body the digest that replicas of other versions give it', () => {
  const body = JSON.parse(
    '{"b":[1.50,-0,1e21,1e999,null,true,[],{}],"a":{"10":"\\u00e9\\"\\ud800","9":""},"__proto__":[[0],{"c":"d"}]}',
  );

  expect(digestOf(body)).toBe('379e8f2dfaebbc68c86e9029b9807dec053bbaa9425a22204ae63b3ec14b3180');
});

it('rejects a body that is nested too deeply', () => {
  expect(() => digestOf(nested(BODY_MAX_DEPTH))).not.toThrow();
  expect(() => digestOf(nested(BODY_MAX_DEPTH + 1))).toThrow('nested too deeply');
});

it('compares nothing that the route does not read', () => {
  const none = digest(bodiless, sent(undefined));
  expect(digest(bodiless, sent(Buffer.alloc(1024 * 1024), { utm: 'a' }))).toBe(none);
  const filtered = { ...bodiless, query: z.object({}) } as AnyRoute;
  expect(digest(filtered, sent(undefined, { page: '2' }))).not.toBe(digest(filtered, sent(undefined, { page: '3' })));
});
