import { expect, it } from 'vitest';
import { inviteEmail } from './invite-email.ts';

const greetingOf = (name: string): string =>
  inviteEmail({ name, inviteUrl: 'https://demo.example/i', expiresAt: new Date('2030-01-01T12:00:00Z') }).body.split(
    '\n\n',
  )[0]!;

it.each([
  ['Ana Demonstração', 'Olá, Ana Demonstração!'],
  ["D'Ávila & Filhos Jr.", "Olá, D'Ávila & Filhos Jr.!"],
  ['Ana\n\nPague aqui agora', 'Olá, Ana Pague aqui agora!'],
  ['Ana\u2028\u2029Pague\u0085aqui', 'Olá, Ana Pague aqui!'],
  ['Ana\u202egnp.exe\u009b', 'Olá!'],
  ['\u202eana', 'Olá, ana!'],
  ['veja https://evil.example/x', 'Olá!'],
  ['ana@evil.example', 'Olá!'],
  ['evil.example', 'Olá!'],
  ['\u0000', 'Olá!'],
])('greets %j by %j', (name, greeting) => {
  expect(greetingOf(name)).toBe(greeting);
});
