/** Two lines of a page between which a program writes. */
export interface Marks {
  readonly begin: string;
  readonly end: string;
}

/** What stands between them; throws where the page has no such place. */
export function sectionOf(page: string, { begin, end }: Marks): string {
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start === -1 || stop < start) throw new Error(`The page has no place for figures: ${begin}`);
  return page.slice(start + begin.length, stop);
}

/** The page with something else there; around it is an empty line. */
export function withSection(page: string, marks: Marks, body: string): string {
  const before = sectionOf(page, marks);
  return page.replace(`${marks.begin}${before}${marks.end}`, () => `${marks.begin}\n\n${body.trim()}\n\n${marks.end}`);
}
