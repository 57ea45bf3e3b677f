import { describe, expect, it } from 'vitest';
import { meaningOf } from './slips.ts';

describe('the intended words', () => {
  it.each<[string, string[], string[], string[] | null]>([
    ['a letter is another', ['tucamo'], ['tucano no ninho'], ['tucano']],
    ['a letter is too many', ['tucanno'], ['tucano'], ['tucano']],
    ['a letter is missing', ['tucno'], ['tucano'], ['tucano']],
    ['two letters changed places', ['tucnao'], ['tucano'], ['tucano']],
    ['the first two letters changed places', ['utcano'], ['tucano'], ['tucano']],
    ['a letter moved left, and another came', ['xato'], ['atto'], null],
    ['a letter moved right, and another went', ['atto'], ['xato'], null],
    ['a better word follows', ['camizeta'], ['camareta camiseta'], ['camiseta']],
    ['a worse word follows', ['camizeta'], ['camiseta camareta'], ['camiseta']],
    ['two words are as good', ['gato'], ['pato rato'], ['pato']],
    ['a word of four letters has a slip', ['onsa'], ['onca pintada'], ['onca']],
    ['a word of four letters has two', ['leao'], ['cafe com leite'], null],
    ['a word of three letters has a slip', ['lua'], ['rua'], null],
    ['a word of seven letters has two', ['canenas'], ['canecos'], null],
    ['a word of eight letters has two', ['camizeda'], ['camiseta'], ['camiseta']],
    ['a word of eight letters has three', ['gamizeda'], ['camiseta'], null],
    ['each word has a slip', ['onsa', 'pimtada'], ['onca pintada'], ['onca', 'pintada']],
    ['one word is spelt so', ['onca', 'pimtada'], ['onca pintada'], ['onca', 'pintada']],
    ['part of a word is spelt so', ['gravura', 'araujjo'], ['gravuras maria araujo'], ['gravura', 'araujo']],
    ['words are in different texts', ['onsa', 'tucamo'], ['onca', 'tucano'], null],
    ['all is spelt so', ['onca'], ['onca'], null],
    ['there is nothing', ['onca'], [], null],
  ])('where %s: %j of %j is %j', (_what, terms, texts, expected) => {
    expect(meaningOf(terms, texts)).toEqual(expected);
  });

  it('are those with the fewest typos, then those that most texts contain', () => {
    expect(meaningOf(['camizeta'], ['camareta', 'camareta', 'camiseta'])).toEqual(['camiseta']);
    expect(meaningOf(['gato'], ['pato', 'rato', 'rato'])).toEqual(['rato']);
  });
});
