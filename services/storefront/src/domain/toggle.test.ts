import { expect, it } from 'vitest';
import { toggled } from './toggle.ts';

it.each([
  [
    { isOn: false, count: 0 },
    { isOn: true, count: 1, change: 1 },
  ],
  [
    { isOn: true, count: 1 },
    { isOn: false, count: 0, change: -1 },
  ],
  [
    { isOn: true, count: 41 },
    { isOn: false, count: 40, change: -1 },
  ],
])('turns %j into %j', (before, after) => {
  expect(toggled(before)).toEqual(after);
});
