import { DomainError } from '@estampa/kernel/errors';
import { expect, it } from 'vitest';
import { errorFields, sqlStateOf } from './error-fields.ts';

const SECRET = 'maria@example.com';

const databaseError = Object.assign(new Error(`insert into "user" values ('${SECRET}') - duplicate key`), {
  code: '23505',
  constraint: 'user_email',
  table: 'user',
  detail: `Key (email)=(${SECRET}) already exists.`,
});

function parseError(): unknown {
  try {
    return JSON.parse(`{"email": ${SECRET}`);
  } catch (error) {
    return error;
  }
}

it.each([
  ['a database error', databaseError, { code: '23505', constraint: 'user_email', table: 'user' }],
  ['a parser error', parseError(), { name: 'SyntaxError' }],
  ['an error caused by one', new Error('not applied', { cause: databaseError }), { message: 'not applied' }],
])('describes %s by kind and place, without values', (_what, error, fields) => {
  expect(errorFields(error)).toMatchObject(fields);
  expect(errorFields(error)['stack']).toMatch(/^\s+at /);
  expect(JSON.stringify(errorFields(error))).not.toContain('maria');
});

it('shows the message of an error of ours and the reason of a rejection', () => {
  expect(errorFields(new Error('an order event without an order'))).toMatchObject({
    message: 'an order event without an order',
  });
  expect(errorFields(new DomainError('invalid', 'bad_key', SECRET))).toMatchObject({ reason: 'bad_key' });
  expect(JSON.stringify(errorFields(new DomainError('invalid', 'bad_key', SECRET)))).not.toContain('maria');
});

it('takes no code of the network for one of PostgreSQL', () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

  expect(errorFields(broken)).toMatchObject({ code: 'EPIPE', message: 'write EPIPE' });
  expect([sqlStateOf(broken), sqlStateOf(new Error('not applied', { cause: databaseError }))]).toEqual([null, '23505']);
});
