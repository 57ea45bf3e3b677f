import { DomainError } from '@estampa/kernel/errors';
import { expect, it } from 'vitest';
import { isAway, isOutdatedPlan, isQueryCanceled, isTransient } from './transient-errors.ts';

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

it.each([['ECONNREFUSED'], ['ECONNRESET'], ['EPIPE'], ['ETIMEDOUT'], ['EHOSTUNREACH'], ['ENOTFOUND'], ['EAI_AGAIN']])(
  'PostgreSQL is away when the network says %s',
  (code) => {
    expect([isAway(withCode(code)), isTransient(withCode(code))]).toEqual([true, true]);
  },
);

it.each<[string, unknown, boolean]>([
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true],
  ['a pool that had none in time', new Error('timeout exceeded when trying to connect'), true],
  ['a connection that failed before', new Error('Client has encountered a connection error'), true],
  ['a text that only mentions it', new Error('It says: Connection terminated'), false],
  ['another code', withCode('EACCES'), false],
  ['what is no error', { code: '08006', message: 'Connection terminated' }, false],
  ['nothing', undefined, false],
])('PostgreSQL is away for %s: %s', (_what, error, away) => {
  expect([isAway(error), isTransient(error)]).toEqual([away, away]);
});

it('what another service says passes when that is away, whatever it was caused by', () => {
  const cause = withCode('40001');
  const errors = (['unavailable', 'conflict'] as const).map((kind) => new DomainError(kind, 'x', 'x', {}, { cause }));

  expect(errors.map(isTransient)).toEqual([true, false]);
  expect(isTransient(new Error('not applied', { cause }))).toBe(true);
});

it.each<[string, unknown, boolean]>([
  ['a plan', { code: '0A000', routine: 'RevalidateCachedQuery' }, true],
  ['another feature', { code: '0A000', routine: 'other' }, false],
  ['another code', { code: '40001', routine: 'RevalidateCachedQuery' }, false],
])('a migration has outdated %s: %s', (_what, members, isOutdated) => {
  const error = Object.assign(new Error('from PostgreSQL'), members);

  expect([isOutdatedPlan(error), isOutdatedPlan(new Error('x', { cause: error })), isOutdatedPlan(members)]).toEqual([
    isOutdated,
    isOutdated,
    false,
  ]);
});

it.each([
  ['57014', true],
  ['57P01', false],
])('a statement with %s was cancelled: %s', (code, isCanceled) => {
  expect(isQueryCanceled(new Error('x', { cause: withCode(code) }))).toBe(isCanceled);
});
