import { describe, expect, it } from 'vitest';
import { steadyValues } from './steady-values.ts';

const ID = '019a210a-1fbe-74ce-b658-e80eec0af70c';
const OTHER_ID = 'c60362f7-98d3-4583-a256-3dacf0cf6fb3';
const FIRST = '01900000-0000-7000-8000-000000000001';
const SECOND = '01900000-0000-7000-8000-000000000002';
const SECRET = 'a-long-secret';

describe('steadyValues', () => {
  it.each([
    ['numbers ids by first appearance', [OTHER_ID, ID], [FIRST, SECOND]],
    ['finds ids in addresses', `/artworks/${ID}.png`, `/artworks/${FIRST}.png`],
    ['numbers renders', 'front/v2/8b4013180c1ce5fa.webp', 'front/v2/0000000000000001.webp'],
    ['numbers payments', 'pay_l4k2j9d8s7f6g5h4', 'pay_0000000000000001'],
    ['numbers events with their counter', 'evt_0a1b2c3d4e5f6a7b&6', 'evt_0000000000000001&1'],
    ['numbers tracking codes', ['SB432598296BR', 'ME739223849BR'], ['SB000000001BR', 'ME000000001BR']],
    ['numbers protocols', 'ORD-2026737045038', 'ORD-2026000000001'],
    ['replaces signed quotes', 'q1.WyJtZWx.uPPf-OcgG_G', 'q1.quote-1.a-signature'],
    ['fixes times', '2026-11-25T03:05:14.430Z', '2026-01-02T03:04:05.678Z'],
    ['fixes local times', '2026-11-25 00:05:24', '2026-01-02 03:04:05'],
    ['fixes dates', '2026-11-28', '2026-01-02'],
    ['leaves a postal code and a telephone number', ['01310-100', '+5511987654321'], ['01310-100', '+5511987654321']],
    ['hides secrets', { accessToken: 'a.b.c', password: 'p' }, { accessToken: SECRET, password: SECRET }],
    ['hides the token of a link', `/verify?token=${'0f'.repeat(32)}`, `/verify?token=${SECRET}`],
    [
      'hides signatures',
      'http://localhost:9000/a.png?X-Amz-A=1',
      'https://api.example.com/a.png?X-Amz-Signature=a-signature',
    ],
    ['cuts lists to two items', ['a', 'b', 'c'], ['a', 'b']],
    ['leaves numbers', { orderNumber: 1001, total: null }, { orderNumber: 1001, total: null }],
  ])('%s', (_behaviour, value, expected) => {
    expect(steadyValues()(value)).toEqual(expected);
  });

  it('gives the same id the same value from one value to the next, also inside a cursor', () => {
    const steady = steadyValues();
    const cursor = Buffer.from(`2026-11-25T03:05:14.430Z ${ID}`).toString('base64url');

    expect(steady({ id: ID, of: OTHER_ID })).toEqual({ id: FIRST, of: SECOND });
    const { nextCursor } = steady({ nextCursor: cursor }) as { nextCursor: string };
    expect(Buffer.from(nextCursor, 'base64url').toString()).toBe(`2026-01-02T03:04:05.678Z ${FIRST}`);
  });
});
