import { describe, expect, it } from 'vitest';
import { saoPauloTime } from './sao-paulo-time.ts';

describe('saoPauloTime', () => {
  it.each([
    ['2026-11-20 09:30:00', '2026-11-20T12:30:00.000Z'],
    ['2026-11-20T23:30:00', '2026-11-21T02:30:00.000Z'],
    // Summer time, while Brazil still had it.
    ['2018-12-20 09:30:00', '2018-12-20T11:30:00.000Z'],
  ])('reads %s on the clock of São Paulo', (text, expected) => {
    expect(saoPauloTime(text)?.toISOString()).toBe(expected);
  });

  it.each([null, undefined, '', 'yesterday', '2026-13-40 09:30:00'])('makes nothing of %s', (text) => {
    expect(saoPauloTime(text)).toBeNull();
  });
});
