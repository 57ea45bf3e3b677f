/** A word of the model and what stands in its place in a copy. */
export type Replacements = ReadonlyMap<string, string>;

/** Makes a copy of a row's JSON text. */
export type Stencil = (text: string, replacements: readonly Replacements[], shiftMs: number) => string;

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?`;
const IS_UUID = new RegExp(`^${UUID}$`);
const IS_INSTANT = new RegExp(`^${INSTANT}$`);

/** Finds the given words, every UUID and every instant in one pass; instants of a copy are earlier by as much as one says. */
export function stencil(words: Iterable<string>): Stencil {
  // All ids are one alternative: as many words would be tried at every place.
  const others = [...words].filter((word) => !IS_UUID.test(word));
  const longestFirst = others.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp([...longestFirst.map(escaped), UUID, INSTANT].join('|'), 'g');
  return (text, replacements, shiftMs) =>
    text.replaceAll(pattern, (found) => {
      for (const one of replacements) {
        const replacement = one.get(found);
        if (replacement !== undefined) return replacement;
      }
      return IS_INSTANT.test(found) ? earlier(found, shiftMs) : found;
    });
}

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const earlier = (instant: string, shiftMs: number): string =>
  new Date(Date.parse(`${instant}Z`) - shiftMs).toISOString().slice(0, -1);
