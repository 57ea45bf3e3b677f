import { describe, expect, it } from 'vitest';
import { stencil } from './stencil.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER_ID = '01890a5d-ac96-774b-bcce-b302099a8058';
const HOUR_MS = 3_600_000;

describe('a copy of a row', () => {
  const copied = stencil([ID, 'modelo-loja', 'modelo-loja-1', 'R$ (1.0)']);

  it.each([
    [`{"id": "${ID}"}`, `{"id": "${OTHER_ID}"}`],
    ['"slug": "modelo-loja-1"', '"slug": "loja-7-1"'],
    ['"slug": "modelo-loja"', '"slug": "loja-7"'],
    ['"text": "R$ (1.0) R$ (1x0)"', '"text": "nothing R$ (1x0)"'],
    ['"at": "2026-01-02T03:04:05.06+00:00"', '"at": "2026-01-02T02:04:05.060+00:00"'],
    ['"at": "2026-01-02T03:04:05Z"', '"at": "2026-01-02T02:04:05.000Z"'],
  ])('of %s is %s', (text, expected) => {
    const words = new Map([
      ['modelo-loja', 'loja-7'],
      ['modelo-loja-1', 'loja-7-1'],
      ['R$ (1.0)', 'nothing'],
    ]);

    expect(copied(text, [new Map([[ID, OTHER_ID]]), words], HOUR_MS)).toBe(expected);
  });

  it('copies what has no replacement', () => {
    expect(copied(`"${OTHER_ID}" "${ID}"`, [], 0)).toBe(`"${OTHER_ID}" "${ID}"`);
  });
});
