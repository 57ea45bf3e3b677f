import { expect, it } from 'vitest';
import { boletoBarCode, boletoLine, dueDateFactor } from './boleto.ts';

it('reproduces a published bank slip from its parts', () => {
  const barCode = boletoBarCode({
    bank: '001',
    dueDate: '2021-10-30',
    amountCents: 5_000,
    freeField: '0000002759288002193297817',
  });

  expect(barCode).toBe('00191878900000050000000002759288002193297817');
  expect(boletoLine(barCode)).toBe('00190000090275928800021932978170187890000005000');
});

it.each([
  ['1997-10-07', '0000'],
  ['2000-07-03', '1000'],
  ['2025-02-21', '9999'],
  ['2025-02-22', '1000'],
  ['2026-12-24', '1670'],
])('counts the due date %s as %s', (dueDate, factor) => {
  expect(dueDateFactor(dueDate)).toBe(factor);
});

it('has 44 digits in the bar code and 47 in the line', () => {
  const barCode = boletoBarCode({ dueDate: '2026-12-24', amountCents: 15_980, freeField: '42' });

  expect(barCode).toMatch(/^\d{44}$/);
  expect(boletoLine(barCode)).toMatch(/^\d{47}$/);
  expect(barCode.slice(0, 3)).toBe('999');
});
