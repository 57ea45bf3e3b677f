import { expect, it } from 'vitest';
import { unchangeable } from './unchangeable.ts';

it.each<[string, { key?: string; value?: string }, string[]]>([
  ['nothing of it', {}, []],
  ['the same', { key: 'size', value: 'P' }, []],
  ['another key', { key: 'finish', value: 'P' }, ['key']],
  ['all of it', { key: 'finish', value: 'M' }, ['key', 'value']],
])('of a sent record are the changed keys: %s', (_what, wanted, rejected) => {
  expect(unchangeable({ key: 'size', value: 'P' }, wanted, ['key', 'value']).map(({ path }) => path)).toEqual(rejected);
});
