import { expect, it } from '@jest/globals';
import { inUse } from './assets-in-use.ts';

const asset = (value: string, isActive: boolean, key = 'size') => ({ key, value, isActive });
const sold = [{ assets: { size: 'M' } }];

it.each([
  ['active', [asset('G', true)], [asset('G', true)]],
  ['inactive and sold', [asset('M', false)], [asset('M', false)]],
  ['inactive and not sold', [asset('G', false)], []],
  ['inactive, its value sold under another key', [asset('M', false, 'finish')], []],
  ['inactive and replaced by an active one', [asset('M', false), asset('M', true)], [asset('M', true)]],
])('of an asset that is %s', (_case, assets, expected) => {
  expect(inUse(assets, sold)).toEqual(expected);
});
