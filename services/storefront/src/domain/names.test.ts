import { expect, it } from 'vitest';
import { canBeName } from './names.ts';

it.each([
  ['onca-pintada', true],
  ['01A1FD4C-BA9D-7283-A66D-274056F7B552', true],
  ['a'.repeat(100), true],
  ['a'.repeat(101), false],
  ['', false],
  ['on\u0000a', false],
  ['onça', false],
  ["it's", false],
])('%j can be a name: %s', (text, expected) => {
  expect(canBeName(text)).toBe(expected);
});
