import { createTransport } from 'nodemailer';

export type Mailer = { send(message: Message): Promise<void> };

type Message = { id: string; recipient: string; subject: string; text: string; html: string };

const CONNECTION_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 3;

/** Text and HTML over SMTP. The message id stays the same when a message is sent again, so that a double can be recognised. */
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
    async send({ id, recipient, subject, text, html }) {
      const messageId = `<${id}@${new URL(smtpUrl).hostname}>`;
      // An address object, so that a comma in it cannot name a second recipient.
      await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text, html, messageId });
    },
    [Symbol.dispose]: () => transport.close(),
  };
}
