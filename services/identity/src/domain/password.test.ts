import { describe, expect, it } from 'vitest';
import { isGuessedFirst, mustBeUsablePassword } from './password.ts';

const owner = { email: 'ana.silva@example.com', name: 'Ana Silva Souza' };

describe('a password', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'p4ssw0rd!!',
    '!!password99',
    '12345678',
    '1234567890',
    '87654321',
    '11111111',
    '12121212',
    'abcdefgh',
    '        ',
    'qwertyuiop',
    '1q2w3e4r',
    'qwerty123',
    'iloveyou2',
    'senha123',
    'Flamengo1981',
    'abcabcabc',
    'estampa2026',
    'ana.silva@example.com',
    'anasilva1',
    'ANA SILVA SOUZA',
    'Souza1990',
  ])('%j is among the first that anybody guesses', (password) => {
    expect(isGuessedFirst(password, owner)).toBe(true);
  });

  it.each([
    'a-long-password',
    'demo-password-1',
    'estampa-admin-1',
    'correct horse battery staple',
    'uma senha só minha',
    '48151623',
    'souza e o mar',
    'ção-ünï-çødé',
  ])('%j is not', (password) => {
    expect(isGuessedFirst(password, owner)).toBe(false);
  });

  it('is rejected by the name of its field', () => {
    expect(() => mustBeUsablePassword('password', owner, 'newPassword')).toThrow(
      expect.objectContaining({
        details: { fields: [expect.objectContaining({ path: 'newPassword', code: 'too_common' })] },
      }),
    );
  });
});
