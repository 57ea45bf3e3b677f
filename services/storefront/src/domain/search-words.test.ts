import { expect, it } from 'vitest';
import { canSlip, hashOf, tellingWords, WORD_MAX_CHARACTERS, wordOf, WORDS_MAX, wordsOf } from './search-words.ts';

it.each([
  ['Gatos', 'gato', 'gato'],
  ['flores', 'flor', 'flor'],
  ['árvores', 'árvore', 'arvor'],
  ['luzes', 'luz', 'luz'],
  ['corações', 'coração', 'coracao'],
  ['pães', 'pão', 'pao'],
  ['mãos', 'mão', 'mao'],
  ['mães', 'mãe', 'mae'],
  ['pais', 'pai', 'pai'],
  ['reis', 'rei', 'rei'],
  ['animais', 'animal', 'animal'],
  ['papéis', 'papel', 'papel'],
  ['lençóis', 'lençol', 'lencol'],
  ['azuis', 'azul', 'azul'],
  ['infantis', 'infantil', 'infantil'],
  ['jovens', 'jovem', 'jovem'],
  ['franceses', 'france', 'france'],
  ['camisetas', 'camiseta', 'camiseta'],
  ['lápis', 'lápis', 'lapi'],
  ['ônibus', 'ônibus', 'onibu'],
])('takes %s and %s for the same word, %s', (plural, singular, word) => {
  expect([wordOf(plural), wordOf(singular)]).toEqual([word, word]);
});

it.each([
  ['mão', 'mãe'],
  ['mão', 'mães'],
  ['mês', 'me'],
  ['mal', 'mais'],
  ['gato', 'gata'],
])('takes %s and %s for different words', (one, other) => {
  expect(wordOf(one)).not.toBe(wordOf(other));
});

it('takes each word once, cut where it is very long', () => {
  expect(wordsOf('Onça-pintada & ONÇAS 100%')).toEqual(['onca', 'pintada', '100']);
  expect(wordsOf('')).toEqual([]);
  expect(wordsOf('a'.repeat(WORD_MAX_CHARACTERS + 1))).toEqual(['a'.repeat(WORD_MAX_CHARACTERS)]);
  const cutInHalf = wordsOf(`a${'\u{20000}'.repeat(WORD_MAX_CHARACTERS)}`);
  expect(cutInHalf.map((word) => word.isWellFormed())).toEqual([true]);
  const many = Array.from({ length: WORDS_MAX + 1 }, (_none, at) => String(at)).join(' ');
  expect(wordsOf(many)).toHaveLength(WORDS_MAX);
});

it.each([
  [
    ['camiseta', 'de', 'gato'],
    ['camiseta', 'gato'],
  ],
  [['no'], ['no']],
  [
    ['de', 'para'],
    ['de', 'para'],
  ],
  [[], []],
])('of %j looks for %j', (words, expected) => {
  expect(tellingWords(words)).toEqual(expected);
});

it.each([
  ['gato', true],
  ['lua', false],
  ['1234', false],
  ['obra77', true],
])('%s may be a misspelling: %s', (word, expected) => {
  expect(canSlip(word)).toBe(expected);
});

// Stored beside the words: another function would need all of them to be made anew.
it.each([
  ['', -2_128_831_035],
  ['a', -468_965_076],
  ['foobar', -1_080_231_576],
])('gives %j the hash %i for good', (word, hash) => {
  expect(hashOf(word)).toBe(hash);
});
