import type { PixKeyKind } from '@estampa/kernel/pix-key';
import { describe, expect, it } from 'vitest';
import { choosePixKey, endOfPixKey, maskPixKey, type SellerPixKey } from './pix-key.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const NEXT_DAY = new Date('2026-11-21T12:00:00.000Z');
const SELLER = { sellerProfileId: 'seller', setBy: 'user' };
const CPF = { kind: 'cpf', key: '529.982.247-25' };

describe('choosing a Pix key', () => {
  it('gives the key as the directory spells it, to be used a day later', () => {
    expect(choosePixKey(undefined, { ...SELLER, ...CPF }, NOW)).toEqual({
      ...SELLER,
      id: expect.any(String),
      kind: 'cpf',
      key: '52998224725',
      setAt: NOW,
      usableFrom: NEXT_DAY,
      endedAt: null,
    });
  });

  it('follows the one before it, also where the clock of whoever set that was ahead', () => {
    const current = choosePixKey(undefined, { ...SELLER, ...CPF }, NEXT_DAY)!;
    const chosen = choosePixKey(current, { ...SELLER, kind: 'cpf', key: '24971563792' }, NOW)!;

    expect([chosen.setAt, endOfPixKey(current, NOW)]).toEqual([NEXT_DAY, NEXT_DAY]);
    expect(chosen.usableFrom.getTime() - chosen.setAt.getTime()).toBe(NEXT_DAY.getTime() - NOW.getTime());
    expect(endOfPixKey(chosen, new Date(NEXT_DAY.getTime() + 1))).toEqual(new Date(NEXT_DAY.getTime() + 1));
  });

  it.each<[string, Partial<SellerPixKey>, boolean]>([
    ['the same key', {}, false],
    ['another key', { key: '24971563792' }, true],
    ['the same text as another kind', { kind: 'phone' }, true],
    ['an erased key', { key: null }, true],
  ])('where the present one is %s', (_what, more, isAnother) => {
    const current = { ...choosePixKey(undefined, { ...SELLER, ...CPF }, NOW)!, ...more };

    const chosen = choosePixKey(current, { ...SELLER, ...CPF, key: '52998224725' }, NEXT_DAY);

    expect(chosen !== null).toBe(isAnother);
  });

  it.each([
    ['kind', 'invalid_value', { kind: 'iban', key: CPF.key }],
    ['key', 'invalid_pix_key', { kind: 'cnpj', key: CPF.key }],
  ])('is rejected for its %s', (path, code, wrong) => {
    expect(() => choosePixKey(undefined, { ...SELLER, ...wrong }, NOW)).toThrow(
      expect.objectContaining({ kind: 'invalid', details: { fields: [expect.objectContaining({ path, code })] } }),
    );
  });
});

describe('a masked Pix key', () => {
  it.each<[PixKeyKind, string, string]>([
    ['cpf', '52998224725', '*********25'],
    ['cnpj', '11222333000181', '************81'],
    ['phone', '+5511987654321', '**********4321'],
    ['email', 'somebody@example.com', 's*******@example.com'],
    ['email', 'so@example.com', 's*@example.com'],
    ['email', 's@example.com', '*@example.com'],
    ['random', '123e4567-e89b-42d3-a456-426614174000', `${'*'.repeat(32)}4000`],
  ])('of the kind %s shows of %s only %s', (kind, key, masked) => {
    expect(maskPixKey(kind, key)).toBe(masked);
  });
});
