/** Shorter words must match exactly. */
const ONE_SLIP_FROM = 4;
const TWO_SLIPS_FROM = 8;

type Meaning = { terms: string[]; slips: number; texts: number };

/**
 * The words that terms without a match may be misspellings of: one word for each term, all from one text, with the fewest typos,
 * then those that most texts contain. A typo is a letter that is missing, extra or wrong, or two swapped letters; words of four
 * letters may have one, words of eight two. Null if no text has such words.
 */
export function meaningOf(terms: readonly string[], texts: readonly string[]): string[] | null {
  const meanings = new Map<string, Meaning>();
  for (const text of texts) {
    const found = meaningIn(terms, text);
    if (!found || found.slips === 0) continue;
    const name = found.terms.join(' ');
    meanings.set(name, { ...found, texts: (meanings.get(name)?.texts ?? 0) + 1 });
  }
  const [best] = [...meanings.values()].toSorted((one, other) => one.slips - other.slips || other.texts - one.texts);
  return best?.terms ?? null;
}

function meaningIn(terms: readonly string[], text: string): Omit<Meaning, 'texts'> | null {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const meant = terms.map((term) => (text.includes(term) ? { word: term, slips: 0 } : nearest(term, words)));
  if (meant.some((one) => one === null)) return null;
  return { terms: meant.map((one) => one!.word), slips: meant.reduce((sum, one) => sum + one!.slips, 0) };
}

const nearest = (term: string, words: readonly string[]): { word: string; slips: number } | null =>
  wordsMeant(term, words)[0] ?? null;

/** Of some words those that a term may be a misspelling of, with the fewest typos first. */
export function wordsMeant(term: string, words: readonly string[]): { word: string; slips: number }[] {
  const allowed = slipsIn(term.length);
  return words
    .filter((word) => Math.abs(word.length - term.length) <= allowed)
    .map((word) => ({ word, slips: slipsBetween(term, word) }))
    .filter(({ slips }) => slips <= allowed)
    .toSorted((one, other) => one.slips - other.slips);
}

/** How many typos are tolerated in a word of this length. */
export const slipsIn = (letters: number): number => (letters < ONE_SLIP_FROM ? 0 : letters < TWO_SLIPS_FROM ? 1 : 2);

function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_none, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          last[column]! + 1,
          next[column - 1]! + 1,
          last[column - 1]! + (isSame ? 0 : 1),
          isSwapped ? before[column - 2]! + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length]!;
}
