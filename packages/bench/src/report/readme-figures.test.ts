import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withFigures } from './readme-figures.ts';

const fileOf = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

it('puts the figures of the page into the README, and nothing else', () => {
  const [readme, page] = [fileOf('README.md'), fileOf('docs/bench.md')];
  const faster = page.replace(/\(`page-64`\) \| 64 \| [\d,]+/, '(`page-64`) | 64 | 123,456');
  const reported = withFigures(readme, faster);
  const outside = (text: string) => [text.split('<!-- figures')[0], text.split('<!-- end of figures')[1]];

  expect(reported).toMatch(/\| a product page +\| 64 +\| 123,456 +\|/);
  expect(outside(reported)).toEqual(outside(readme));
  expect(withFigures(reported, page)).toBe(withFigures(readme, page));
});

it('leaves the README alone when only a part was measured', () => {
  const readme = fileOf('README.md');

  expect(withFigures(readme, '| product page (`page-64`) | 64 | 9 | 1 | 2 |')).toBe(readme);
});
