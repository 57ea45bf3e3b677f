import { createTransport } from 'nodemailer';

export type Mailer = { send(message: Message): Promise<void> };

type Message = { id: string; recipient: string; subject: string; text: string; html: string; date: Date };

const CONNECTION_TIMEOUT_MS = 5_000;
/** Giving up before the server has acknowledged a message sends it twice; servers scan for spam before they acknowledge. */
const SILENCE_TIMEOUT_MS = 60_000;
const CONNECTIONS_MAX = 3;

/** Text and HTML over SMTP. A message that is sent again is the same, id and date included, so that a double can be recognised. */
export function createMailer(smtpUrl: string, from: string): Mailer & Disposable {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, recipient, subject, text, html, date }) {
      const messageId = `<${id}@${new URL(smtpUrl).hostname}>`;
      // An address object, so that a comma in it cannot name a second recipient.
      await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text, html, messageId, date });
    },
    [Symbol.dispose]: () => transport.close(),
  };
}
