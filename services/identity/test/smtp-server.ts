import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What came with one DATA, whether or not it was acknowledged. */
export type Sent = { recipient: string; messageId: string; text: string };
type Step = 'rcpt' | 'end of data';

/** A mail server that says nothing at a step until it is let go, or hangs up there. */
export type SmtpServer = AsyncDisposable & {
  url: string;
  /** All complete messages, in order. */
  sent: Sent[];
  /** How often each step was reached. */
  reached: Record<Step, number>;
  pauseAt(step: Step): { letGo(): void };
  hangUpAt(step: Step | null): void;
};

const LINE_END = '\r\n';
const END_OF_DATA = '\r\n.\r\n';

export async function startSmtpServer(): Promise<SmtpServer> {
  const sent: Sent[] = [];
  const reached = { rcpt: 0, 'end of data': 0 };
  const pauses = new Map<Step, Promise<void>>();
  const sockets = new Set<Socket>();
  let hangUp: Step | null = null;

  const pass = async (step: Step, socket: Socket): Promise<boolean> => {
    reached[step] += 1;
    await pauses.get(step);
    if (hangUp !== step) return true;
    socket.destroy();
    return false;
  };

  const serve = async (socket: Socket): Promise<void> => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const say = (line: string) => socket.write(line + LINE_END);
    let pending = '';
    let recipient = '';
    let isData = false;
    say('220 test');
    for await (const chunk of socket) {
      pending += String(chunk);
      for (;;) {
        const end = isData ? END_OF_DATA : LINE_END;
        const at = pending.indexOf(end);
        if (at < 0) break;
        const part = pending.slice(0, at);
        pending = pending.slice(at + end.length);
        if (isData) {
          isData = false;
          sent.push({ recipient, text: part, messageId: /^Message-ID: (.+)$/im.exec(part)?.[1]?.trim() ?? '' });
          if (!(await pass('end of data', socket))) return;
          say('250 taken');
        } else if (/^RCPT/i.test(part)) {
          recipient = /<(.+)>/.exec(part)?.[1] ?? '';
          if (!(await pass('rcpt', socket))) return;
          say('250 ok');
        } else if (/^DATA/i.test(part)) {
          isData = true;
          say('354 go on');
        } else {
          say(/^QUIT/i.test(part) ? '221 bye' : '250 ok');
        }
      }
    }
  };
  const server = createServer((socket) => void serve(socket).catch(() => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    reached,
    pauseAt(step) {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.set(step, promise);
      return {
        letGo() {
          pauses.delete(step);
          resolve();
        },
      };
    },
    hangUpAt: (step) => void (hangUp = step),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
