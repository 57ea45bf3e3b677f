import { describe, expect, it } from 'vitest';
import { checkColourMask, TEMPLATE_COLOURS_MAX, templateColours } from './template-colours.ts';

const NAVY = { value: 'navy', hexColor: '#1F2A44' };
const values = (count: number) => Array.from({ length: count }, (_, at) => ({ ...NAVY, value: `v${at}` }));
const KNOWN = [
  {
    option: { key: 'color' },
    values: [NAVY, { value: 'tie-dye', hexColor: null }, { value: 'red', hexColor: '#c8553d' }],
  },
  { option: { key: 'collar' }, values: [{ value: 'round', hexColor: null }] },
  { option: { key: 'most' }, values: values(TEMPLATE_COLOURS_MAX) },
  { option: { key: 'more' }, values: values(TEMPLATE_COLOURS_MAX + 1) },
];
const masked = (option: string, options: Record<string, string> | null = null) => ({ colourMask: { option }, options });

describe('the colours of a template', () => {
  it.each([
    ['no mask', { colourMask: null, options: null }, []],
    ['an option', masked('color'), ['#1f2a44', '#c8553d']],
    ['one value only', masked('color', { color: 'red' }), ['#c8553d']],
    ['a value without a colour', masked('color', { color: 'tie-dye' }), []],
    ['a value of another option', masked('color', { collar: 'round' }), ['#1f2a44', '#c8553d']],
    ['an option that is gone', masked('size'), []],
  ])('with %s', (_name, template, expected) => {
    expect(templateColours(template, KNOWN).map(({ hexColor }) => hexColor)).toEqual(expected);
  });

  it.each([
    ['no mask', { colourMask: null, options: null }, []],
    ['colours', masked('color'), []],
    ['as many as there may be', masked('most'), []],
    ['one more', masked('more'), ['too_many']],
    ['an unknown option', masked('size'), ['unknown_key']],
    ['an option without colours', masked('collar'), ['no_colour']],
    ['a value without a colour', masked('color', { color: 'tie-dye' }), ['no_colour']],
  ])('are checked: %s', (_name, template, expected) => {
    const errors = checkColourMask(template, KNOWN);

    expect(errors.map(({ code }) => code)).toEqual(expected);
    expect(errors.every(({ path }) => path === 'config.colourMask.option')).toBe(true);
  });
});
