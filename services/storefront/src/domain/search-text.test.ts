import { expect, it } from 'vitest';
import { searchTerms, searchText, searchWords } from './search-text.ts';

it('folds case and accents on both sides', () => {
  expect(searchText('Açaí', 'Camiseta')).toBe('acai camiseta');
  expect(searchWords('  AÇAÍ  camis ')).toEqual(['acai', 'camis']);
});

it('searches for ten words at most', () => {
  expect(searchWords('a '.repeat(50))).toHaveLength(10);
  expect(searchWords('   ')).toEqual([]);
  expect(searchWords('a\u0000b')).toEqual(['a', 'b']);
});

it.each([
  ['Camiseta da Onça-pintada!', ['camiseta', 'da', 'onca', 'pintada']],
  ['gato GATO gató', ['gato']],
  ['100% _a\\b_', ['100', 'a', 'b']],
  ['a b c d e f g', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['?!', []],
  ['', []],
])('looks everywhere for %j as %j', (search, expected) => {
  expect(searchTerms(search)).toEqual(expected);
});
