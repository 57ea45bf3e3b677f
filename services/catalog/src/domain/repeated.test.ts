import { expect, it } from 'vitest';
import { repeated } from './repeated.ts';

it.each([
  [[], []],
  [['a', 'b'], []],
  [
    ['a', 'b', 'a', 'a'],
    ['ids[2]', 'ids[3]'],
  ],
])('of %j are the paths of repetitions', (ids, paths) => {
  expect(repeated(ids, (index) => `ids[${index}]`).map(({ path }) => path)).toEqual(paths);
});
