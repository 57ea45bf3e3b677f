import { SAO_PAULO } from '@estampa/kernel/days';

export type EmailText = { subject: string; body: string };

/** What a message says in one language: before its link and after it, a paragraph each. */
export type Wording = { subject: string; before: string; after: readonly string[] };

/** One message in both languages of the marketplace, since the reader's language is not known. */
export const emailText = (name: string, link: string, portuguese: Wording, english: Wording): EmailText => ({
  subject: `${portuguese.subject} / ${english.subject}`,
  body: [
    ...paragraphs(greeting('Olá', name), link, portuguese),
    LANGUAGE_BREAK,
    ...paragraphs(greeting('Hello', name), link, english),
  ].join(PARAGRAPH_BREAK),
});

const PARAGRAPH_BREAK = '\n\n';
const LANGUAGE_BREAK = '* * *';

const paragraphs = (greeted: string, link: string, { before, after }: Wording): string[] => [
  greeted,
  before,
  link,
  ...after,
];

/** Strangers choose their names. */
function greeting(word: string, name: string): string {
  const line = plainLine(name);
  return line === null ? `${word}!` : `${word}, ${line}!`;
}

/** What strangers wrote as one line; null for nothing, and for what reads as an address. */
export function plainLine(text: string): string | null {
  const line = text.replace(NOT_PLAIN, ' ').trim();
  return line === '' || ADDRESS.test(line) ? null : line;
}

/** Controls, line and paragraph separators, what changes the direction of writing, and runs of spaces. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
/** Mail programs make links of names without a scheme, too. */
const ADDRESS = /[/@\\]|[\p{L}\p{N}][.．。｡]\p{L}|\bwww[.．。｡]/iu;

/** The same message for readers of HTML: every paragraph escaped, an address alone a link, and nothing else in it. */
export const emailHtml = ({ subject, body }: EmailText): string =>
  [
    '<!doctype html>',
    `<html lang="pt-BR"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>`,
    ...body.split(PARAGRAPH_BREAK).map(htmlParagraph),
    '</body></html>',
  ].join('\n');

function htmlParagraph(paragraph: string): string {
  if (paragraph === LANGUAGE_BREAK) return '<hr>';
  const html = escaped(paragraph);
  return /^https?:\/\/\S+$/.test(paragraph) ? `<p><a href="${html}">${html}</a></p>` : `<p>${html}</p>`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const inBrazil = (locale: string, time: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: SAO_PAULO, ...time });
  return (timestamp: Date): string => format.format(timestamp);
};

/** Days and times in the two languages, in the time zone of Brasília. */
export const DAY = { portuguese: inBrazil('pt-BR', {}), english: inBrazil('en-GB', {}) };
export const TIMESTAMP = {
  portuguese: inBrazil('pt-BR', { timeStyle: 'short' }),
  english: inBrazil('en-GB', { timeStyle: 'short' }),
};

const inReais = (locale: string) => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
  return (cents: number): string => format.format(cents / 100);
};

export const MONEY = { portuguese: inReais('pt-BR'), english: inReais('en-GB') };
