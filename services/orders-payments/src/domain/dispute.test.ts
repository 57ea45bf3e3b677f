import { expect, it } from 'vitest';
import { dueOf } from './dispute.ts';

it.each([
  ['2026-11-30', 'passed'],
  ['2026-12-01', 'soon'],
  ['2026-12-03', 'soon'],
  ['2026-12-04', 'later'],
] as const)('that takes documents until %s is due: %s, on the first of December', (respondBy, due) => {
  expect(dueOf(respondBy, '2026-12-01')).toBe(due);
});
