import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a database with which a test can hold a request back just before it is sent. */
export async function heldDatabase(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let hold: { text: string; caught(send: () => void): void } | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let stored: Buffer[] | null = null;
    client.on('data', (bytes) => {
      if (stored) return void stored.push(bytes);
      if (!hold || !bytes.includes(hold.text)) return void upstream.write(bytes);
      stored = [bytes];
      hold.caught(() => {
        upstream.write(Buffer.concat(stored!));
        stored = null;
      });
      hold = null;
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
    /** Holds the next request that contains a text; resolves to the function that releases it. */
    lockNext: (text: string) => new Promise<() => void>((caught) => (hold = { text, caught })),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
