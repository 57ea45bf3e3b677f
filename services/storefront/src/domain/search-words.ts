import { foldText } from '@estampa/kernel/slug';
import { slipsIn } from './slips.ts';

/** Longer words are cut, so that an index entry stays small. */
export const WORD_MAX_CHARACTERS = 40;
/** How many different words of one product or artist are searched. */
export const WORDS_MAX = 100;
/** Shorter words are not taken for plurals: "mes", "tres" and "luz" are words of their own. */
const PLURAL_FROM = 4;

/**
 * Endings of Portuguese plurals and what replaces them; the first that fits. A singular goes through the same table, so that both
 * give one word: it need not exist ("arvor", "onibu").
 */
const ENDINGS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/^maes$/, 'mae'],
  [/[oa]es$/, 'ao'],
  [/(..[aeou])is$/, '$1l'],
  [/(....)is$/, '$1il'],
  [/ns$/, 'm'],
  [/eses$/, 'e'],
  [/(..[rz])es?$/, '$1'],
  [/s$/, ''],
];

/** Half of a character that the cut went through: PostgreSQL takes none. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** A word as it is stored and looked for: without case and accents, in the singular. */
export function wordOf(text: string): string {
  const folded = foldText(text).slice(0, WORD_MAX_CHARACTERS).replace(HALF_CHARACTER, '');
  if (folded.length < PLURAL_FROM) return folded;
  const [ending, singular] = ENDINGS.find(([one]) => one.test(folded)) ?? ['', ''];
  return folded.replace(ending, singular);
}

/** The different words of a text, in order. */
export const wordsOf = (text: string): string[] =>
  [...new Set((text.match(/[\p{L}\p{N}]+/gu) ?? []).map(wordOf))].slice(0, WORDS_MAX);

const JOINING = new Set(
  ['a', 'ao', 'as', 'com', 'da', 'das', 'de', 'do', 'dos', 'e', 'em', 'na', 'nas', 'no', 'nos', 'o', 'os']
    .concat(['para', 'pra', 'por', 'um', 'uma'])
    .map(wordOf),
);

/** Words that say what is meant; those that only join others count when there is nothing else. */
export function tellingWords(words: readonly string[]): string[] {
  const telling = words.filter((word) => !JOINING.has(word));
  return telling.length > 0 ? telling : [...words];
}

/** A number is never taken for another one. */
export const canSlip = (word: string): boolean => slipsIn(word.length) > 0 && /\p{L}/u.test(word);

/** FNV-1a as a signed integer: of two different words in one search, one pair in four billion has the same. */
export function hashOf(word: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01_00_01_93);
  return hash | 0;
}
