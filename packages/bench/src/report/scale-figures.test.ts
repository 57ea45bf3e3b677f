import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withScaleFigures } from './scale-figures.ts';

const fileOf = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const [page, bench] = [fileOf('docs/operations/scale.md'), fileOf('docs/bench.md')];

it('the page on scale has the figures of the last bench', () => {
  expect(page).toBe(withScaleFigures(page, bench));
});

it('a dearer case shows wherever it is counted', () => {
  const dearer = bench.replace(
    /^(\| `search-16` \|) [\d.]+ \| .*$/m,
    '$1 45.0 | postgres 30.0, payouts 10.0, sandbox 5.00 |',
  );
  const changed = withScaleFigures(page, dearer);

  expect(changed).toContain('| search | 40 ms | 25 /s | PostgreSQL |');
  expect(changed).toContain('| searches | one in ten pages | 58 /s | 2.3 |');
  expect(changed).toContain('| payouts | 0.58 | 400m |');
});

it('is left alone by a bench that measured only a part', () => {
  expect(withScaleFigures(page, bench.replaceAll('`login-16`', '`login-15`'))).toBe(page);
});
