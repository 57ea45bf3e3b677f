import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a database with which a test can pause a request just before it is sent. */
export async function pausingDatabase(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let pause: { text: string; caught(send: () => void): void } | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let stored: Buffer[] | null = null;
    client.on('data', (bytes) => {
      if (stored) return void stored.push(bytes);
      if (!pause || !bytes.includes(pause.text)) return void upstream.write(bytes);
      stored = [bytes];
      pause.caught(() => {
        upstream.write(Buffer.concat(stored!));
        stored = null;
      });
      pause = null;
    });
    upstream.on('data', (bytes) => client.write(bytes));
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    /** Pauses the next request that contains a text; resolves to the function that releases it. */
    pauseNext: (text: string) => new Promise<() => void>((caught) => (pause = { text, caught })),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
