/** The text of a copy: one of very many, so all that can be done once is done before. */
export type Stencil<Copy> = (copy: Copy) => string;

/** What stands in the place of a part of the model in a copy. */
export interface Holes<Copy> {
  /** Of a word or an id of the model; undefined for what all copies have in common. */
  word(found: string): ((copy: Copy) => string) | undefined;
  /** How much earlier than the model a copy is. */
  shiftMs(copy: Copy): number;
  /** The day of a copy, whichever day the model has. */
  day(copy: Copy): string;
}

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;
const INSTANT = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?`;
const DAY = String.raw`\b\d{4}-\d\d-\d\d\b`;
const IS_UUID = new RegExp(`^${UUID}$`);
const IS_INSTANT = new RegExp(`^${INSTANT}$`);
const IS_DAY = new RegExp(`^${DAY}$`);

/** Every id in a text. */
export const idsIn = (text: string): string[] => text.match(new RegExp(UUID, 'g')) ?? [];

/** Finds the given words, every UUID, instant and day of a text once; what it gives fills them in. */
export function stencil<Copy>(text: string, words: Iterable<string>, holes: Holes<Copy>): Stencil<Copy> {
  // All ids are one alternative: as many words would be tried at every place.
  const others = [...words].filter((word) => !IS_UUID.test(word));
  const longestFirst = others.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp([...longestFirst.map(escaped), UUID, INSTANT, DAY].join('|'), 'g');
  const between: string[] = [];
  const fillings: ((copy: Copy) => string)[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const filling = fillingOf(found, holes);
    if (!filling) continue;
    between.push(text.slice(end, index));
    fillings.push(filling);
    end = index + found.length;
  }
  const rest = text.slice(end);
  return (copy) => {
    let made = '';
    for (let place = 0; place < fillings.length; place += 1) made += between[place]! + fillings[place]!(copy);
    return made + rest;
  };
}

function fillingOf<Copy>(found: string, holes: Holes<Copy>): ((copy: Copy) => string) | undefined {
  const filling = holes.word(found);
  if (filling) return filling;
  if (IS_INSTANT.test(found)) {
    const [atMs, separator] = [Date.parse(`${found.replace(' ', 'T')}Z`), found.includes('T') ? 'T' : ' '];
    return (copy) => new Date(atMs - holes.shiftMs(copy)).toISOString().slice(0, -1).replace('T', separator);
  }
  return IS_DAY.test(found) ? (copy) => holes.day(copy) : undefined;
}

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
