import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';

/** Kafka over a line that can be held: what is sent meanwhile arrives when it is released. */
export async function heldKafka(brokers: string) {
  const [host = '', port = ''] = brokers.split(':');
  let isHeld = false;
  const kept: { to: Socket; bytes: Buffer }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    near.on('data', (bytes: Buffer) => (isHeld ? kept.push({ to: far, bytes }) : far.write(bytes)));
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxyPort = typeof address === 'object' && address ? address.port : 0;
  // The broker names its own address; every connection goes over the line all the same.
  const socketFactory = ({ onConnect }: { onConnect: () => void }) =>
    connect({ host: '127.0.0.1', port: proxyPort }, onConnect);
  return {
    kafka: new Kafka({ clientId: 'held', brokers: [brokers], logLevel: logLevel.NOTHING, socketFactory }),
    hold: () => (isHeld = true),
    holds: (text: string) => kept.some(({ bytes }) => bytes.includes(text)),
    release() {
      isHeld = false;
      for (const { to, bytes } of kept.splice(0)) to.write(bytes);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
