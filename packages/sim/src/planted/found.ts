import { sectionOf, withSection } from '@estampa/stack/page-section';

export const MARKS = { begin: '<!-- figures: npm run sim -- --plants -->', end: '<!-- end of figures -->' };

/** A planted bug: the history that finds it, or that none did, and when it was looked for. */
type Sought = { name: string; found: string; on: string };

const HEAD = ['planted', 'found by', 'looked for'];
/** Of what nothing has found. */
const LAST = Number.POSITIVE_INFINITY;

export const foundBy = (history: number, seed: string): string => `history ${history} of seed ${seed}`;

/** What the page says of each. */
const soughtIn = (page: string): Sought[] =>
  sectionOf(page, MARKS)
    .split('\n')
    .flatMap((line) => {
      const [, cell = '', found = '', on = ''] = line.split('|').map((text) => text.trim());
      return cell.startsWith('`') ? [{ name: cell.slice(1, -1), found, on }] : [];
    });

const historyOf = ({ found }: Sought): number => Number(/^history (\d+)/.exec(found)?.[1] ?? LAST);

const compare = (one: Sought, other: Sought): number => {
  const [first, second] = [historyOf(one), historyOf(other)];
  return first === second ? one.name.localeCompare(other.name) : first - second;
};

/** The names in an order in which those come first that were found soonest. */
export function soonestFirst(page: string, names: readonly string[]): string[] {
  const known = soughtIn(page)
    .toSorted(compare)
    .map(({ name }) => name);
  const rank = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return names.toSorted((one, other) => rank(one) - rank(other));
}

/** The page with what is known of one of them now; those that are planted no more are left out. */
export function withSought(page: string, sought: Sought, names: readonly string[]): string {
  const others = soughtIn(page).filter(({ name }) => name !== sought.name && names.includes(name));
  const rows = [...others, sought].toSorted(compare).map(({ name, found, on }) => [`\`${name}\``, found, on]);
  const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return withSection(page, MARKS, lines.join('\n'));
}
