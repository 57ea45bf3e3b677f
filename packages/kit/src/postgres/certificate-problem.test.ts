import { expect, it } from 'vitest';
import { certificateProblem } from './certificate-problem.ts';

const withCode = (code: string) => Object.assign(new Error('not verified'), { code });

it.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', '(not verified): DATABASE_TLS_CA_FILE must hold who signed it'],
  ['CERT_HAS_EXPIRED', '(not verified): the server needs a new one'],
])('says what to do about %s, whatever it caused', (code, message) => {
  const error = new Error('no connection', { cause: withCode(code) });

  expect(certificateProblem(error)).toMatchObject({ message: expect.stringContaining(message), cause: error });
});

it.each([withCode('ECONNREFUSED'), new Error('no code'), 'no error', undefined])('says nothing of %s', (error) => {
  expect(certificateProblem(error)).toBeNull();
});
