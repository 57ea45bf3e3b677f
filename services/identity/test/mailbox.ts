import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';

export type Mail = { subject: string; text: string; html: string };

/** All that came to an address, oldest first. */
export async function mailsTo({ mailUrl }: ServiceUnderTest, address: string): Promise<Mail[]> {
  // All that was sent in a run would be a megabyte, each time.
  const to = new URLSearchParams({ 'to.address': address }).toString();
  return (await (await fetch(`${mailUrl}/email?${to}`)).json()) as Mail[];
}

/** The first message to an address; to be polled until it is there. */
export async function mailTo(identity: ServiceUnderTest, address: string): Promise<Mail> {
  const [found] = await mailsTo(identity, address);
  if (!found) throw new Error(`no e-mail to ${address} yet`);
  return found;
}

/** The token of the first link to a page of this path that was sent to an address, as soon as one was. */
export const tokenSentTo = (identity: ServiceUnderTest, address: string, path: string): Promise<string> =>
  eventually(async () => (await tokensSentTo(identity, address, path)).at(0) ?? false);

export async function tokensSentTo(identity: ServiceUnderTest, address: string, path: string): Promise<string[]> {
  const mails = await mailsTo(identity, address);
  return mails.flatMap(({ text }) => /(?<=token=)[0-9a-f]{64}\b/.exec(text.split(`${path}?`)[1] ?? '')?.[0] ?? []);
}
