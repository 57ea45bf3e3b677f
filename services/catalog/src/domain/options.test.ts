import { describe, expect, it } from 'vitest';
import { type AllowedOptions, checkAllowedOptions, checkSelectedOptions, effectiveOptions } from './options.ts';

const color = { key: 'color', required: true, values: ['white', 'black'] };
const collar = { key: 'collar', required: false, values: ['round', 'v'] };
const options = [color, collar];

describe('checkAllowedOptions', () => {
  it.each<[string, AllowedOptions]>([
    ['an empty dictionary', {}],
    ['a subset of values', { color: ['white'] }],
    ['all values', { color: ['white', 'black'], collar: ['v'] }],
    ['an optional option with nothing allowed', { color: ['black'], collar: [] }],
  ])('accepts %s', (_, allowed) => {
    expect(checkAllowedOptions(allowed, options, 'allowedOptions')).toEqual([]);
  });

  it.each<[string, AllowedOptions, object]>([
    ['a required option with nothing allowed', { color: [] }, { path: 'at.color', code: 'required_option_empty' }],
    ['an unknown key', { sleeve: ['long'] }, { path: 'at.sleeve', code: 'unknown_option' }],
    ['a key every object has', { constructor: ['a'] }, { path: 'at.constructor', code: 'unknown_option' }],
    ['an unknown value', { color: ['white', 'red'] }, { path: 'at.color[1]', code: 'unknown_value' }],
  ])('rejects %s', (_, allowed, expected) => {
    expect(checkAllowedOptions(allowed, options, 'at')).toEqual([expect.objectContaining(expected)]);
  });
});

describe('effectiveOptions', () => {
  it.each<[string, AllowedOptions, object[]]>([
    ['all where nothing is said', {}, options],
    [
      'of a key that is named its values, of others all',
      { color: ['black'] },
      [{ ...color, values: ['black'] }, collar],
    ],
    ['a required one that is not named', { collar: ['v'] }, [color, { ...collar, values: ['v'] }]],
    ['none for an empty optional one', { color: ['black'], collar: [] }, [{ ...color, values: ['black'] }]],
    ['no value that has gone since', { color: ['black', 'gone'] }, [{ ...color, values: ['black'] }, collar]],
    [
      'all of one that became required after it was taken off',
      { color: [], collar: ['v'] },
      [color, { ...collar, values: ['v'] }],
    ],
    ['a required one whose values have all gone', { color: ['gone'] }, [{ ...color, values: [] }, collar]],
  ])('are %s', (_, allowed, expected) => {
    expect(effectiveOptions(allowed, options)).toEqual(expected);
  });
});

describe('checkSelectedOptions', () => {
  const check = (selected: Record<string, string>, allowed: AllowedOptions = {}) =>
    checkSelectedOptions(selected, effectiveOptions(allowed, options), 'items[0].selectedOptions');

  it.each([
    [{ color: 'white' }, {}],
    [{ color: 'white', collar: 'v' }, {}],
    [{ color: 'black' }, { color: ['black'] }],
    [{ color: 'black' }, { color: [] }],
    [{ color: 'white', collar: 'v' }, { collar: ['v'] }],
    [{ color: 'black', collar: 'round' }, { color: ['black'] }],
  ])('accepts %j where %j is allowed', (selected, allowed) => {
    expect(check(selected as Record<string, string>, allowed as AllowedOptions)).toEqual([]);
  });

  it.each<[Record<string, string>, AllowedOptions, object]>([
    [{}, {}, { path: 'items[0].selectedOptions.color', code: 'required' }],
    [{ color: 'red' }, {}, { path: 'items[0].selectedOptions.color', code: 'value_not_allowed' }],
    [{ color: 'white' }, { color: ['black'] }, { code: 'value_not_allowed' }],
    [{ color: 'white', sleeve: 'long' }, {}, { path: 'items[0].selectedOptions.sleeve', code: 'unknown_option' }],
    [{}, { color: [] }, { path: 'items[0].selectedOptions.color', code: 'required' }],
    [{ collar: 'v' }, { collar: ['v'] }, { path: 'items[0].selectedOptions.color', code: 'required' }],
    [{ color: 'black', collar: 'v' }, { color: ['black'], collar: [] }, { code: 'unknown_option' }],
    [{ color: 'gone' }, { color: ['gone'] }, { code: 'value_not_allowed' }],
    [{ color: 'white', toString: 'a' }, {}, { code: 'unknown_option' }],
  ])('rejects %j where %j is allowed', (selected, allowed, expected) => {
    expect(check(selected, allowed)).toEqual([expect.objectContaining(expected)]);
  });

  it('names everything that is wrong', () => {
    expect(check({ collar: 'x', sleeve: 'long' })).toHaveLength(3);
  });
});
