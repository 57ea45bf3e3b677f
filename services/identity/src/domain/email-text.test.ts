import { describe, expect, it } from 'vitest';
import { emailHtml } from './email-text.ts';
import { inviteEmail } from './invite-email.ts';
import { resetEmail, welcomeEmail } from './password-emails.ts';
import { verificationEmail } from './verification-email.ts';

const expiresAt = new Date('2030-01-01T12:00:00Z');
const url = 'https://demo.example/password?token=abc';

const EMAILS = {
  invite: (name: string) => inviteEmail({ name, inviteUrl: url, expiresAt }),
  reset: (name: string) => resetEmail({ name, passwordUrl: url, expiresAt }),
  welcome: (name: string) => welcomeEmail({ name, passwordUrl: url, expiresAt }),
  verification: (name: string) => verificationEmail({ name, verificationUrl: url, expiresAt }),
};

describe.each(Object.entries(EMAILS))('the %s e-mail', (_what, compose) => {
  it('says the same in both languages, each with its link', () => {
    const [portuguese, english] = compose('Ana').body.split('\n\n* * *\n\n');

    expect([portuguese, english]).toEqual([
      expect.stringMatching(/^Olá, Ana!\n\n[^]+\n\nhttps:\S+abc\n\n[^]*1 de janeiro de 2030/),
      expect.stringMatching(/^Hello, Ana!\n\n[^]+\n\nhttps:\S+abc\n\n[^]*1 January 2030/),
    ]);
  });

  it('shows a name in HTML as what it is', () => {
    const html = emailHtml(compose('<img src=x onerror="a"> & \'Ana\''));

    expect(html).toContain('<p>Olá, &#60;img src=x onerror=&#34;a&#34;&#62; &#38; &#39;Ana&#39;!</p>');
    expect(html.match(/<a href="https:\/\/demo\.example\/password\?token=abc">/g)).toHaveLength(2);
    expect(html).not.toContain('<img');
  });

  it('has as many paragraphs as with no name, whatever the name is', () => {
    const paragraphs = (name: string) => compose(name).body.split('\n\n').length;

    expect(['', 'Ana\n\nhttps://evil.example/\n\n* * *', 'https://evil.example/'].map(paragraphs)).toEqual(
      Array(3).fill(paragraphs('Ana')),
    );
  });
});
