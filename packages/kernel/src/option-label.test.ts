import { describe, expect, it } from 'vitest';
import { optionLabel } from './option-label.ts';

const label = (key: string, value: string, labelPt: string, isActive = true) => ({ key, value, labelPt, isActive });

describe('optionLabel', () => {
  it.each([
    [{}, [], ''],
    [
      { size: 'P', finish: 'matte' },
      [label('size', 'P', 'Pequeno'), label('finish', 'matte', 'Fosco')],
      'Fosco / Pequeno',
    ],
    [{ size: 'P' }, [label('finish', 'P', 'Outro')], 'P'],
    [{ size: 'P' }, [label('size', 'P', 'Antigo', false), label('size', 'P', 'Mais novo', false)], 'Mais novo'],
    [{ size: 'G' }, [label('size', 'G', 'Grande', false)], 'Grande'],
    [{ size: 'P' }, [label('size', 'P', 'Atual'), label('size', 'P', 'Antigo', false)], 'Atual'],
  ])('of %j', (assets, labels, expected) => {
    expect(optionLabel(assets as Record<string, string>, labels)).toBe(expected);
  });
});
