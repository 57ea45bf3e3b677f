import { expect, it } from 'vitest';
import { databaseRejection } from './connect.ts';

const withCode = (code: string) => Object.assign(new Error('from PostgreSQL'), { code });
const exhausted = new Error('timeout exceeded when trying to connect');

it.each<[string, unknown, string | null]>([
  ['too many connections', withCode('53300'), 'busy'],
  ['a lock that was not given', withCode('55P03'), 'busy'],
  ['a deadlock', withCode('40P01'), 'busy'],
  ['a statement that took too long', withCode('57014'), 'busy'],
  ['an exhausted pool', exhausted, 'busy'],
  ['an exhausted pool that caused another error', new Error('x', { cause: exhausted }), 'busy'],
  ['a plan that fits no more', Object.assign(withCode('0A000'), { routine: 'RevalidateCachedQuery' }), 'busy'],
  ['a server that is away', withCode('57P01'), 'database_unavailable'],
  ['a network that is away', withCode('ECONNREFUSED'), 'database_unavailable'],
  ['a duplicate', withCode('23505'), null],
  ['any other error', new Error('x'), null],
  ['what is no error', 'x', null],
])('%s means to callers: %s', (_what, error, reason) => {
  expect(databaseRejection(error)?.reason ?? null).toBe(reason);
});

it('the log learns what made the database busy', () => {
  const error = withCode('40P01');

  expect(databaseRejection(error)).toMatchObject({ kind: 'busy', cause: error });
  expect(databaseRejection(withCode('57P01'))).toMatchObject({ kind: 'unavailable' });
});
