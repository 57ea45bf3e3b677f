/** Milliseconds of processor time of one request: of all processes, and of each. */
export type Costs = { readonly all: number; readonly by: ReadonlyMap<string, number> };

const ROW = /^\| `(?<name>[\w-]+)` \| (?<all>[\d.,]+) \| (?<costs>[a-zA-Z-]+ [\d.,]+(?:, [a-zA-Z-]+ [\d.,]+)*) \|$/gm;
const TRIPS_ROW =
  /^\| `(?<name>[\w-]+)` \| (?:[\d.,]+ \| ){4}(?<trips>[a-z-]+ [\d.,]+(?:, [a-z-]+ [\d.,]+)*) \|(?: [\d.,]+ \|){2}$/gm;
/** What the stack takes in a second without requests. */
const AT_REST = /^In milliseconds.*:\n(?<costs>[a-zA-Z-]+ [\d.,]+(?:, [a-zA-Z-]+ [\d.,]+)*)\.$/m;
/** Stands for providers that are elsewhere. */
const STAND_IN = 'sandbox';

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

/** `name value, name value`, where values may have thousands apart. */
function partsOf(text: string): Map<string, number> {
  const parts = text.split(/, (?=[a-zA-Z])/).map((part) => part.split(' ') as [string, string]);
  return new Map(parts.map(([name, value]) => [name, numberOf(value)]));
}

/** Processor time of each case on a page of the bench, without that of stand-ins for providers. */
export function costsIn(bench: string): ReadonlyMap<string, Costs> {
  return new Map(
    [...bench.matchAll(ROW)].map(({ groups }) => {
      const by = partsOf(groups!['costs']!);
      const all = numberOf(groups!['all']!) - (by.get(STAND_IN) ?? 0);
      by.delete(STAND_IN);
      return [groups!['name']!, { all, by }];
    }),
  );
}

/** Milliseconds of each process in a second without requests. */
export function atRestIn(bench: string): ReadonlyMap<string, number> {
  const parts = partsOf(AT_REST.exec(bench)?.groups?.['costs'] ?? '');
  parts.delete(STAND_IN);
  return parts;
}

/** Round trips to the database of each case, by service. */
export const tripsIn = (bench: string): ReadonlyMap<string, ReadonlyMap<string, number>> =>
  new Map([...bench.matchAll(TRIPS_ROW)].map(({ groups }) => [groups!['name']!, partsOf(groups!['trips']!)]));
