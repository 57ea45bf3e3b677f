import type { Json } from '@estampa/stack/demo/api';

/** Where the links of e-mails lead. */
type LinkPath = '/password/reset' | '/signup/seller' | '/email/verify';

/** The token of the first link to that page that was sent to an address, as soon as one was. */
export async function tokenSentTo(mailUrl: string, email: string, path: LinkPath): Promise<string> {
  // All that was sent in a run would be a megabyte, each time.
  const to = new URLSearchParams({ 'to.address': email }).toString();
  const texts = ((await (await fetch(`${mailUrl}/email?${to}`)).json()) as Json[]).map(({ text }) => text);
  const link = new RegExp(`${path}\\?token=([0-9a-f]{64})\\b`);
  const [token] = texts.flatMap((text) => link.exec(text)?.[1] ?? []);
  if (!token) throw new Error(`no token for ${path} was sent to ${email} yet`);
  return token;
}
