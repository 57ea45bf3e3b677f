import { expect, it } from 'vitest';
import { isBrazilianState, isCep } from './checkout-rules.ts';

it.each([
  ['01310100', true],
  ['01310-100', true],
  ['01.310-100', true],
  ['0131010', false],
  ['013101000', false],
  ['01310 100', false],
  ['01310-100\n', false],
])('knows whether %j is a CEP: %j', (cep, expected) => {
  expect(isCep(cep)).toBe(expected);
});

it.each([
  ['SP', true],
  ['DF', true],
  ['sp', false],
  ['XX', false],
  ['', false],
])('knows whether %j is a state: %j', (code, expected) => {
  expect(isBrazilianState(code)).toBe(expected);
});
