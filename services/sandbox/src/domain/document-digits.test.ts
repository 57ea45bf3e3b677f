import { expect, it } from 'vitest';
import { isCnpj, isCpf, isCpfOrCnpj, withoutPunctuation } from './document-digits.ts';

it.each(['52998224725', '24971563792', '12345678909'])('accepts the CPF %s', (cpf) => {
  expect(isCpf(cpf)).toBe(true);
});

it.each(['11111111111', '52998224724', '5299822472', '529982247250', ''])('rejects the CPF %j', (cpf) => {
  expect(isCpf(cpf)).toBe(false);
});

it.each(['11222333000181', '12ABC34501DE35'])('accepts the CNPJ %s', (cnpj) => {
  expect(isCnpj(cnpj)).toBe(true);
});

it.each(['11222333000180', '00000000000000', '12abc34501de35', '1122233300018'])('rejects the CNPJ %s', (cnpj) => {
  expect(isCnpj(cnpj)).toBe(false);
});

it('takes either document with punctuation once that is removed', () => {
  expect(withoutPunctuation('529.982.247-25')).toBe('52998224725');
  expect(isCpfOrCnpj(withoutPunctuation('12.abc.345/01de-35'))).toBe(true);
});
