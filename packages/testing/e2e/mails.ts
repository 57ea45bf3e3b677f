import type { Json } from '@estampa/stack/demo/api';

/** The token of a link that was sent to an address, as soon as one was. */
export async function tokenSentTo(mailUrl: string, email: string): Promise<string> {
  const mails = (await (await fetch(`${mailUrl}/email`)).json()) as Json[];
  const texts = mails.filter(({ to }) => to.some(({ address }: Json) => address === email)).map(({ text }) => text);
  const [token] = texts.flatMap((text) => /token=([0-9a-f]{64})\b/.exec(text)?.[1] ?? []);
  if (!token) throw new Error(`no token was sent to ${email} yet`);
  return token;
}
