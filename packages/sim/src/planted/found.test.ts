import { expect, it } from 'vitest';
import { foundBy, MARKS, soonestFirst, withSought } from './found.ts';

const PAGE = [
  'Before.',
  '',
  MARKS.begin,
  '',
  '| planted | found by | looked for |',
  '| --- | --- | --- |',
  '| `a-lock-left-out` | history 23 of seed 1 | 2026-11-27 |',
  '| `a-mark-too-early` | none in 5 minutes | 2026-11-27 |',
  '',
  MARKS.end,
  '',
  'After.',
].join('\n');
const NAMES = ['a-key-not-bound', 'a-mark-too-early', 'a-lock-left-out'];

it('looks first for what was found soonest, and last for what the page does not name', () => {
  expect(soonestFirst(PAGE, NAMES)).toEqual(['a-lock-left-out', 'a-mark-too-early', 'a-key-not-bound']);
});

it('writes what was found in its place among the others', () => {
  const page = withSought(PAGE, { name: 'a-key-not-bound', found: foundBy(4, '1'), on: '2026-11-28' }, NAMES);

  expect(page).toBe(
    PAGE.replace(
      '| `a-lock-left-out`',
      '| `a-key-not-bound` | history 4 of seed 1 | 2026-11-28 |\n| `a-lock-left-out`',
    ),
  );
});

it('replaces what was known of it, and drops what is planted no more', () => {
  const page = withSought(PAGE, { name: 'a-mark-too-early', found: foundBy(7, '1'), on: '2026-11-28' }, [
    'a-mark-too-early',
  ]);

  expect(page).toContain('| --- | --- | --- |\n| `a-mark-too-early` | history 7 of seed 1 | 2026-11-28 |\n\n');
  expect(page).not.toContain('a-lock-left-out');
});
