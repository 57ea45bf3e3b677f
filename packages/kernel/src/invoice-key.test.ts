import { expect, it } from 'vitest';
import { isInvoiceKey } from './invoice-key.ts';

// Made for this test: state, month, CNPJ, model, series, number, code, and the digit that checks them.
const DIGITS = '3526111122233300018155001000000123100000456';

it.each([
  [`${DIGITS}0`, true],
  [`${DIGITS}1`, false],
  ['35261111222333000181550010000001231000004020', true],
  ['35261111222333000181550010000001231000004080', true],
  ['35261111222333000181550010000001231000004039', true],
  ['35261111222333000181550010000001231000004071', true],
  ['35261111222333000181550010000001231000004030', false],
  [DIGITS, false],
  [`${DIGITS}00`, false],
  [`${DIGITS.replace('1', '2')}0`, false],
  [`${DIGITS.slice(0, -1)}A0`, false],
  [` ${DIGITS}0`, false],
  ['', false],
])('%s is a key: %s', (key, isOne) => {
  expect(isInvoiceKey(key)).toBe(isOne);
});
