import { COMMON_WORDS } from './common-passwords.ts';
import { invalidField } from './rejections.ts';

type Owner = { email: string; name: string };

/** Fewer different characters than this are a pattern. */
const DIFFERENT_CHARACTERS_MIN = 4;
const OWN_WORD = 'estampa';
const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};

/** Rejects what is guessed first: common words and words of the account with digits around them, runs and repetitions. */
export function mustBeUsablePassword(password: string, owner: Owner, path = 'password'): void {
  if (isGuessedFirst(password, owner))
    throw invalidField(
      path,
      'too_common',
      'is one of the first that anybody guesses; take several words that belong to you alone',
    );
}

export function isGuessedFirst(password: string, { email, name }: Owner): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < DIFFERENT_CHARACTERS_MIN || isRun(text) || text === email.toLowerCase()) return true;
  const own = [OWN_WORD, email, email.split('@')[0]!, name, ...name.split(/\s+/)].map(lettersOf);
  return wordsIn(text).some((word) => COMMON_WORDS.has(word) || own.includes(word));
}

/** Each character follows the one before it by the same step: 12345678, 87654321, abcdefgh. After 9 comes 0. */
function isRun(text: string): boolean {
  const codes = Array.from(text.replace(/(?<=9)0$/, ':'), (character) => character.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  return Math.abs(step) <= 1 && codes.every((code, at) => at === 0 || (codes[at - 1] ?? 0) + step === code);
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** What is left without the digits and signs around it, read as it is and with digits as letters; and what it repeats. */
function wordsIn(text: string): string[] {
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const leet = (part: string) => part.replace(/[@43105$7!]/g, (sign) => LEET[sign]!);
  const words = [core, leet(core), leet(text)].map(lettersOf);
  // Alternating keys, as in 1q2w3e4r.
  const keys = lettersOf(text);
  return [...words, keys, ...words.map((word) => /^(.+?)\1+$/.exec(word)?.[1] ?? word)].filter((word) => word !== '');
}
