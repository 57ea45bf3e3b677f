import type { Json } from '@estampa/stack/demo/api';

/** The token of a link that was sent to an address, as soon as one was. */
export async function tokenSentTo(mailUrl: string, email: string): Promise<string> {
  const mails = (await (await fetch(`${mailUrl}/email`)).json()) as Json[];
  const mail = mails.find(({ to }) => to.some(({ address }: Json) => address === email));
  const token = /token=([0-9a-f]{64})\b/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no token was sent to ${email} yet`);
  return token;
}
