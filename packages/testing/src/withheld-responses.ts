import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** A proxy in front of a server, which passes everything on until `withhold` makes it drop responses. */
export async function withholdResponses(address: string) {
  const [host = HOST, port] = address.split(':');
  const sockets = new Set<Socket>();
  let isWithheld = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    client.pipe(upstream);
    upstream.on('data', (bytes) => void (isWithheld || client.write(bytes)));
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, HOST, listening));
  return {
    address: `${HOST}:${(server.address() as AddressInfo).port}`,
    withhold() {
      isWithheld = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
