import { expect, it } from 'vitest';
import { isAway, isTransient } from './transient-errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('from PostgreSQL'), { code });

it.each([
  ['lost connections', '08006'],
  ['a server that stops', '57P01'],
  ['a session that idled in a transaction', '25P03'],
  ['a server that takes no writes, as before its promotion', '25006'],
  ['a full disk', '53100'],
  ['a disk that fails', '58030'],
])('PostgreSQL is away to callers for %s', (_, code) => {
  expect([isAway(withCode(code)), isTransient(withCode(code))]).toEqual([true, true]);
});

it.each([
  ['a conflict of transactions', '40001', true],
  ['a lock that was not given', '55P03', true],
  ['too many connections', '53300', true],
  ['a duplicate', '23505', false],
  ['a text that is too long', '22001', false],
])('PostgreSQL is not away for %s', (_, code, transient) => {
  expect([isAway(withCode(code)), isTransient(withCode(code))]).toEqual([false, transient]);
});

it('finds what an error was caused by', () => {
  expect(isAway(new Error('query failed', { cause: withCode('53100') }))).toBe(true);
});
