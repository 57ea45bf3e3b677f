import type { DomainError } from '@estampa/kernel/errors';
import { describe, expect, it } from 'vitest';
import { type Caller, serviceCaller } from './call.ts';
import { mustBeSeller, mustBeService, mustBeUser, mustReachAll, reachesAll, someone } from './caller.ts';

const person = (userId: string, ...roles: Caller['roles']): Caller => ({
  userId,
  roles,
  sellerProfileId: `${userId}-shop`,
  sessionId: null,
});
const [customer, seller, admin] = [person('one', 'customer'), person('two', 'seller'), person('three', 'admin')];
const service = serviceCaller('catalog');

const outcome = (check: () => unknown) => {
  try {
    return [check() ?? 'passes'];
  } catch (error) {
    const { kind, reason } = error as DomainError;
    return kind === reason ? reason : [kind, reason];
  }
};

it('a service is a caller without a person', () => {
  expect(service).toEqual({ userId: 'catalog', roles: ['service'], sellerProfileId: null, sessionId: null });
});

describe.each([
  ['nobody', null, ['unauthenticated', 'unauthenticated', 'unauthenticated', 'unauthenticated', 'unauthenticated']],
  ['a customer', customer, [[customer], 'forbidden', 'forbidden', [customer], 'forbidden']],
  ['a seller', seller, [[seller], 'forbidden', 'forbidden', 'forbidden', [seller]]],
  ['an admin', admin, [[admin], [admin], 'forbidden', [admin], [admin]]],
  ['a service', service, [[service], [service], ['passes'], [service], [service]]],
] as const)('%s', (_who, caller, [some, all, asService, ofOne, ofShop]) => {
  it.each([
    ['what anybody may who signed in', () => someone(caller), some],
    ['every record', () => mustReachAll(caller), all],
    ['what services do among themselves', () => mustBeService(caller), asService],
    ['the records of one user', () => mustBeUser(caller, 'one'), ofOne],
    ['the records of one seller', () => mustBeSeller(caller, 'two-shop'), ofShop],
  ] as const)('reaches %s, or not', (_what, check, expected) => {
    expect(outcome(check)).toEqual(expected);
  });
});

it.each([
  [customer, false],
  [seller, false],
  [admin, true],
  [service, true],
])('the caller %j reaches all records: %s', (caller, all) => {
  expect(reachesAll(caller)).toBe(all);
});
