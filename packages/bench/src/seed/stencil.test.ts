import { describe, expect, it } from 'vitest';
import { stencil } from './stencil.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER_ID = '01890a5d-ac96-774b-bcce-b302099a8058';
const HOUR_MS = 3_600_000;

describe('a copy of a row', () => {
  const WORDS: Readonly<Record<string, (number: number) => string>> = {
    [ID]: () => OTHER_ID,
    'modelo-loja': (number) => `loja-${number}`,
    'modelo-loja-1': (number) => `loja-${number}-1`,
    'R$ (1.0)': () => 'nothing',
  };
  const copied = (text: string, number = 7) =>
    stencil<number>(text, Object.keys(WORDS), {
      word: (found) => WORDS[found],
      shiftMs: () => HOUR_MS,
      day: () => '2025-06-05',
    })(number);

  it.each([
    [`{"id": "${ID}"}`, `{"id": "${OTHER_ID}"}`],
    ['"slug": "modelo-loja-1"', '"slug": "loja-7-1"'],
    ['"slug": "modelo-loja"', '"slug": "loja-7"'],
    ['"text": "R$ (1.0) R$ (1x0)"', '"text": "nothing R$ (1x0)"'],
    ['"at": "2026-01-02T03:04:05.06+00:00"', '"at": "2026-01-02T02:04:05.060+00:00"'],
    ['"at": "2026-01-02T03:04:05Z"', '"at": "2026-01-02T02:04:05.000Z"'],
    ['2026-01-02 03:04:05.06+00\t3', '2026-01-02 02:04:05.060+00\t3'],
    ['2026-01-02\t3', '2025-06-05\t3'],
    [`"${OTHER_ID}" 12026-01-02`, `"${OTHER_ID}" 12026-01-02`],
    ['', ''],
  ])('of %s is %s', (text, expected) => {
    expect(copied(text)).toBe(expected);
  });

  it('is another for each number', () => {
    const make = stencil<number>('modelo-loja', Object.keys(WORDS), {
      word: (found) => WORDS[found],
      shiftMs: () => 0,
      day: () => '',
    });

    expect([1, 2].map(make)).toEqual(['loja-1', 'loja-2']);
  });
});
