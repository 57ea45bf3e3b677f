import { markdownTable } from './markdown-report.ts';

/** The figures in the README, by the names of their cases. */
const DESCRIBED: Readonly<Record<string, string>> = {
  'page-64': 'a product page',
  'search-16': 'a search over all stores',
  'login-16': 'a log-in',
  'write-8': 'a change of a product, seen everywhere when it is answered',
  'checkout-8': 'a checkout',
  'preview-1': 'a preview of a 12-megapixel artwork',
};
const BEGIN = '<!-- figures of docs/bench.md -->';
const END = '<!-- end of figures -->';
const ROW =
  /^\| .*\(`(?<name>[\w-]+)`\) +\| (?<clients>[\d,]+) +\| (?<perSecond>[\d.,]+) +\| [\d.,]+ +\| (?<p95>[\d.,]+) +\|/gm;

/** The README with the figures of a page of the bench; a page that measured other cases leaves it as it is. */
export function withFigures(readme: string, page: string): string {
  const measured = new Map([...page.matchAll(ROW)].map(({ groups }) => [groups!['name'], groups!]));
  const rows = Object.entries(DESCRIBED).flatMap(([name, what]) => {
    const figures = measured.get(name);
    return figures ? [[what, figures['clients']!, figures['perSecond']!, `${figures['p95']} ms`]] : [];
  });
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (rows.length < Object.keys(DESCRIBED).length || begin === -1 || end < begin) return readme;
  const table = markdownTable(['one of these', 'clients at once', 'in a second', '95 of 100 within'], rows);
  return `${readme.slice(0, begin)}${BEGIN}\n\n${table}\n\n${readme.slice(end)}`;
}
