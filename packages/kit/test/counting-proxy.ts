import { connect, createServer, type Socket } from 'node:net';

/** Passes everything on to a server and counts how often its response had to be waited for. */
export async function countingProxy(url: string, port = 0) {
  const target = new URL(url);
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let hasResponded = true;
    client.on('data', (bytes) => {
      if (hasResponded) roundTrips += 1;
      hasResponded = false;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      hasResponded = true;
      client.write(bytes);
    });
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as { port: number }).port);
  return {
    url: through.href,
    async count(run: () => Promise<unknown>): Promise<number> {
      const before = roundTrips;
      await run();
      return roundTrips - before;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
