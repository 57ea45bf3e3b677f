import { expect, it } from '@jest/globals';
import { searchText, searchWords } from './search-text.ts';

it('folds case and accents on both sides', () => {
  expect(searchText('Açaí', 'Camiseta')).toBe('acai camiseta');
  expect(searchWords('  AÇAÍ  camis ')).toEqual(['acai', 'camis']);
});

it('looks for ten words at most', () => {
  expect(searchWords('a '.repeat(50))).toHaveLength(10);
  expect(searchWords('   ')).toEqual([]);
  expect(searchWords('a\u0000b')).toEqual(['a', 'b']);
});
