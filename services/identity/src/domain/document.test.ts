import { describe, expect, it } from 'vitest';
import { changeDocument, type Document, type DocumentChange, maskDocument } from './document.ts';

const nothing: Document = { documentType: null, documentNumber: null };
const cpf: Document = { documentType: 'cpf', documentNumber: '52998224725' };
const rules = { acceptsAlphanumericCnpj: true };

describe('changeDocument', () => {
  it.each([
    ['cpf', '52998224725', '52998224725'],
    ['cpf', '529.982.247-25', '52998224725'],
    ['cpf', '24971563792', '24971563792'],
    ['cnpj', '11222333000181', '11222333000181'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '12ABC34501DE35', '12ABC34501DE35'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['passport', 'ab12345', 'AB12345'],
    ['passport', '12345', '12345'],
    ['passport', 'A'.repeat(20), 'A'.repeat(20)],
  ])('takes the %s %s as %s', (documentType, documentNumber, stored) => {
    expect(changeDocument(nothing, { documentType, documentNumber }, rules)).toEqual({
      documentType,
      documentNumber: stored,
    });
  });

  it.each([
    ['cpf', '11111111111'],
    ['cpf', '52998224724'],
    ['cpf', '52998224715'],
    ['cpf', '5299822472'],
    ['cpf', '529982247255'],
    ['cpf', 'ABCDEFGHI25'],
    ['cpf', '11222333000181'],
    ['cpf', ''],
    ['cnpj', '11222333000180'],
    ['cnpj', '00000000000000'],
    ['cnpj', '12ABC34501DE36'],
    ['cnpj', '12ABC34501DE3A'],
    ['cnpj', '1122233300018'],
    ['passport', 'AB12'],
    ['passport', 'A'.repeat(21)],
    ['passport', 'AB_12345'],
    ['passport', 'ÁB12345'],
  ])('rejects the %s %s', (documentType, documentNumber) => {
    expect(() => changeDocument(nothing, { documentType, documentNumber }, rules)).toThrow(
      rejectionOf('documentNumber', 'invalid_document'),
    );
  });

  it('takes only digits in a CNPJ when the alphanumeric form is off', () => {
    const change = (documentNumber: string) =>
      changeDocument(nothing, { documentType: 'cnpj', documentNumber }, { acceptsAlphanumericCnpj: false });

    expect(change('11222333000181').documentNumber).toBe('11222333000181');
    expect(() => change('12ABC34501DE35')).toThrow(rejectionOf('documentNumber', 'invalid_document'));
  });

  it.each<[string, Document, DocumentChange, Document]>([
    ['keeps what was not sent', cpf, {}, cpf],
    ['keeps a number whose type is sent again', cpf, { documentType: 'cpf' }, cpf],
    ['forgets the type with the number', cpf, { documentNumber: null }, nothing],
    ['forgets both', cpf, { documentType: null, documentNumber: null }, nothing],
    [
      'takes a type before its number',
      nothing,
      { documentType: 'cnpj' },
      { documentType: 'cnpj', documentNumber: null },
    ],
    ['clears a type without a number', { ...nothing, documentType: 'cpf' }, { documentType: null }, nothing],
    [
      'replaces both',
      cpf,
      { documentType: 'passport', documentNumber: 'AB12345' },
      { documentType: 'passport', documentNumber: 'AB12345' },
    ],
  ])('%s', (_what, current, change, expected) => {
    expect(changeDocument(current, change, rules)).toEqual(expected);
  });

  it.each<[string, Document, DocumentChange, string, string]>([
    ['a number without a type', nothing, { documentNumber: '52998224725' }, 'documentType', 'required'],
    ['a number without a type when one is stored', cpf, { documentNumber: '24971563792' }, 'documentType', 'required'],
    [
      'a number with a cleared type',
      cpf,
      { documentType: null, documentNumber: '24971563792' },
      'documentType',
      'required',
    ],
    ['clearing the type of a kept number', cpf, { documentType: null }, 'documentType', 'required'],
    ['a type that the kept number does not fit', cpf, { documentType: 'cnpj' }, 'documentNumber', 'invalid_document'],
    ['an unknown type', nothing, { documentType: 'rg', documentNumber: '123456' }, 'documentType', 'invalid_value'],
  ])('rejects %s', (_what, current, change, path, code) => {
    expect(() => changeDocument(current, change, rules)).toThrow(rejectionOf(path, code));
  });
});

describe('maskDocument', () => {
  it.each([
    ['52998224725', '*********25'],
    ['12ABC34501DE35', '************35'],
  ])('shows the last two characters of %s: %s', (number, masked) => {
    expect(maskDocument(number)).toBe(masked);
  });
});

const rejectionOf = (path: string, code: string) =>
  expect.objectContaining({
    kind: 'invalid',
    reason: 'validation_failed',
    details: { fields: [expect.objectContaining({ path, code })] },
  });
