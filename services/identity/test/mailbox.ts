import type { ServiceUnderTest } from '@estampa/testing/start-service';

export type Mail = { subject: string; text: string; html: string };

type Received = Mail & { to: { address: string }[] };

/** All that came to an address, oldest first. */
export async function mailsTo({ mailUrl }: ServiceUnderTest, address: string): Promise<Mail[]> {
  const mails = (await (await fetch(`${mailUrl}/email`)).json()) as Received[];
  return mails.filter(({ to }) => to.some((recipient) => recipient.address === address));
}

/** The first that came to an address; to be asked for until it is there. */
export async function mailTo(identity: ServiceUnderTest, address: string): Promise<Mail> {
  const [found] = await mailsTo(identity, address);
  if (!found) throw new Error(`no e-mail to ${address} yet`);
  return found;
}
