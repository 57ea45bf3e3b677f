import { expect, it } from 'vitest';
import { sectionOf, withSection } from './page-section.ts';

const MARKS = { begin: '<!-- figures -->', end: '<!-- end -->' };
const PAGE = 'before\n<!-- figures -->\n\nold\n\n<!-- end -->\nafter <!-- end -->';

it('a section is replaced, and what is around it stays', () => {
  expect(sectionOf(PAGE, MARKS)).toBe('\n\nold\n\n');
  expect(withSection(PAGE, MARKS, "new $& and $'\n")).toBe(
    "before\n<!-- figures -->\n\nnew $& and $'\n\n<!-- end -->\nafter <!-- end -->",
  );
});

it.each(['none', '<!-- figures --> only', '<!-- end --> before <!-- figures -->'])(
  'a page without a place: %s',
  (page) => {
    expect(() => withSection(page, MARKS, 'new')).toThrow('no place for figures');
  },
);
