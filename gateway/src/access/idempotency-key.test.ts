import { type Call, newCall } from '@estampa/kit/rpc/call';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyRoute } from '../routes/route.ts';
import { BODY_MAX_DEPTH, idempotencyKeyOf, takesKey } from './idempotency-key.ts';

const bodiless = { method: 'post', path: '/waitlist' } as AnyRoute;
const route = { ...bodiless, body: z.object({}) } as AnyRoute;
const sent = (body: unknown, query: object = {}) => ({ get: () => 'a-key', query, body }) as unknown as Request;
const digest = (of: AnyRoute, request: Request) =>
  idempotencyKeyOf(of, request, newCall({ requestId: 'r' }), undefined)!.bodyDigest;
const digestOf = (body: unknown) => digest(route, sent(body));
const inLists = (depth: number): unknown => (depth === 0 ? 'end' : [inLists(depth - 1)]);
const inMembers = (depth: number): unknown => (depth === 0 ? 'end' : { a: inMembers(depth - 1) });

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

it.each([
  ['lists', inLists],
  ['members', inMembers],
])('rejects a body that is nested too deeply, in %s', (_what, nested) => {
  expect(() => digestOf(nested(BODY_MAX_DEPTH))).not.toThrow();
  expect(() => digestOf(nested(BODY_MAX_DEPTH + 1))).toThrow(
    expect.objectContaining({ status: 400, code: 'bad_request' }),
  );
});

it('compares nothing that the route does not read', () => {
  const none = digest(bodiless, sent(undefined));
  expect(digest(bodiless, sent(Buffer.alloc(1024 * 1024), { utm: 'a' }))).toBe(none);
  const filtered = { ...bodiless, query: z.object({}) } as AnyRoute;
  expect(digest(filtered, sent(undefined, { page: '2' }))).not.toBe(digest(filtered, sent(undefined, { page: '3' })));
});

describe('a key', () => {
  const caller = { userId: 'u-1', roles: [], sellerProfileId: null, sessionId: null };
  const keyOf = (of: AnyRoute, key: string | undefined, call: Partial<Call>, params?: unknown) => {
    const get = (name: string) => (name === 'idempotency-key' ? key : 'another header');
    const request = { get, query: {}, body: undefined } as unknown as Request;
    return idempotencyKeyOf(of, request, newCall({ requestId: 'r', ...call }), params);
  };

  it.each<[string, Partial<Call>, unknown, string]>([
    ['a user', { caller, clientAddress: '203.0.113.7' }, undefined, 'u-1 post /waitlist {}'],
    ['nobody, by address', { clientAddress: '203.0.113.7' }, undefined, 'address 203.0.113.7 post /waitlist {}'],
    ['a record', { caller }, { id: 'a' }, 'u-1 post /waitlist {"id":"a"}'],
  ])('is one command of %s', (_who, call, params, scope) => {
    expect(keyOf(bodiless, 'k', call, params)).toMatchObject({ key: 'k', scope });
  });

  it.each<[string, Partial<AnyRoute>, boolean]>([
    ['posts', {}, true],
    ['patches', { method: 'patch' }, true],
    ['puts', { method: 'put' }, false],
    ['says why it takes none', { notIdempotent: 'it changes nothing' }, false],
  ])('is taken by a route that %s: %s', (_what, change, isTaken) => {
    const of = { ...bodiless, ...change } as AnyRoute;

    expect([takesKey(of), keyOf(of, 'k', { caller }) !== null]).toEqual([isTaken, isTaken]);
    expect(keyOf(of, undefined, { caller })).toBeNull();
  });

  it.each([
    ['x', true],
    ['!~', true],
    ['x'.repeat(255), true],
    ['x'.repeat(256), false],
    ['', false],
    ['a b', false],
    [' a', false],
    ['a\u007f', false],
  ])('%j is one: %s', (key, isRight) => {
    const wrong = { status: 400, code: 'validation_failed' };
    const fields = [expect.objectContaining({ path: 'Idempotency-Key', code: 'invalid_format' })];
    const read = () => keyOf(bodiless, key, { caller })?.key;

    if (isRight) expect(read()).toBe(key);
    else expect(read).toThrow(expect.objectContaining({ ...wrong, fields }));
  });
});
