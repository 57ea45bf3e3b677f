import { describe, expect, it } from 'vitest';
import { PIX_KEY_KINDS, type PixKeyKind, readPixKey } from './pix-key.ts';

const RANDOM = '123e4567-e89b-42d3-a456-426614174000';
const LONGEST_EMAIL = `${'a'.repeat(64)}@examples.com`;

describe('a Pix key', () => {
  it.each<[PixKeyKind, string, string]>([
    ['cpf', '529.982.247-25', '52998224725'],
    ['cpf', ' 24971563792 ', '24971563792'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['email', ' Somebody+Pix@Example.com ', 'somebody+pix@example.com'],
    ['email', LONGEST_EMAIL, LONGEST_EMAIL],
    ['phone', '+5511987654321', '+5511987654321'],
    ['phone', '+55 (11) 98765-4321', '+5511987654321'],
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['phone', '55 11 98765 4321', '+5511987654321'],
    ['phone', '11 3265-4321', '+551132654321'],
    ['phone', '55 98765 4321', '+5555987654321'],
    ['phone', '55 3265 4321', '+555532654321'],
    ['phone', '55 55 3265 4321', '+555532654321'],
    ['random', RANDOM.toUpperCase(), RANDOM],
  ])('of the kind %s is read from %s', (kind, text, key) => {
    expect(readPixKey(kind, text)).toEqual({ kind, key });
  });

  it.each<[string, PixKeyKind, string]>([
    ['a wrong check digit', 'cpf', '52998224724'],
    ['equal digits', 'cpf', '111.111.111-11'],
    ['a CNPJ', 'cpf', '11222333000181'],
    ['a letter', 'cpf', '5299822472S'],
    ['punctuation that is none of a CPF', 'cpf', '529_982_247_25'],
    ['a wrong check digit', 'cnpj', '11222333000180'],
    ['zeros', 'cnpj', '00000000000000'],
    ['a letter that becomes another one in upper case', 'cnpj', '12\u017fbc34501de48'],
    ['a letter for a check digit', 'cnpj', '12ABC34501DE3A'],
    ['a CPF', 'cnpj', '52998224725'],
    ['no domain', 'email', 'somebody@'],
    ['a domain of one part', 'email', 'somebody@localhost'],
    ['two addresses', 'email', 'one@example.com,two@example.com'],
    ['a space', 'email', 'some body@example.com'],
    ['two dots', 'email', 'some..body@example.com'],
    ['a hyphen at the end of a part', 'email', 'somebody@example-.com'],
    ['a letter outside of ASCII', 'email', 'josé@example.com'],
    ['a letter that becomes another one in lower case', 'email', 'jac\u212a@example.com'],
    ['78 characters', 'email', `a${LONGEST_EMAIL}`],
    ['another country', 'phone', '+351912345678'],
    ['an area code with 0', 'phone', '+5501987654321'],
    ['an area code that no place has', 'phone', '+5523987654321'],
    ['a mobile number that does not begin with 9', 'phone', '+5511887654321'],
    ['a digit too few', 'phone', '+551198765432'],
    ['a digit too many', 'phone', '+55119876543210'],
    ['a letter', 'phone', '+551198765432l'],
    ['no hyphens', 'random', RANDOM.replaceAll('-', '')],
    ['braces', 'random', `{${RANDOM}}`],
  ])('is not read where there is %s (%s, %s)', (_what, kind, text) => {
    expect(readPixKey(kind, text)).toBeNull();
  });

  it('of a phone has one of the 67 area codes', () => {
    const codes = Array.from({ length: 90 }, (_, place) => 10 + place);

    expect(codes.filter((code) => readPixKey('phone', `+55${code}987654321`) !== null)).toHaveLength(67);
  });

  it.each(PIX_KEY_KINDS)('of the kind %s is read from no empty text', (kind) => {
    expect([readPixKey(kind, ''), readPixKey(kind, ' ')]).toEqual([null, null]);
  });
});
