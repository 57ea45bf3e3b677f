import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { clientOf } from '../src/events/kafka/kafkajs-client.ts';
import { createLog } from '../src/telemetry/log.ts';
import { Kafka, logLevel } from 'kafkajs';

/** The number of a request's kind, after the four bytes of its length. */
const FIND_COORDINATOR = 10;
const INIT_PRODUCER_ID = 22;
const kindOf = (bytes: Buffer): number => (bytes.length < 6 ? -1 : bytes.readInt16BE(4));

/**
 * Kafka over a line that can be blocked: what is sent in the meantime arrives when it is released. And one that knows no
 * coordinator of any group, as while the last broker is leaving.
 */
export async function pausingKafka(brokers: string) {
  const [host = '', port = ''] = brokers.split(':');
  let isPaused = false;
  let isLeaving = false;
  let producers = 0;
  const stored: { to: Socket; bytes: Buffer }[] = [];
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
    near.on('data', (bytes: Buffer) => {
      if (kindOf(bytes) === INIT_PRODUCER_ID) producers += 1;
      if (isLeaving && kindOf(bytes) === FIND_COORDINATOR) near.destroy();
      else if (isPaused) stored.push({ to: far, bytes });
      else far.write(bytes);
    });
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxyPort = typeof address === 'object' && address ? address.port : 0;
  // The broker names its own address; every connection goes over the line all the same.
  const socketFactory = ({ onConnect }: { onConnect: () => void }) =>
    connect({ host: '127.0.0.1', port: proxyPort }, onConnect);
  const library = new Kafka({ clientId: 'held', brokers: [brokers], logLevel: logLevel.NOTHING, socketFactory });
  return {
    library,
    kafka: clientOf(library, createLog('held', 'silent')),
    leave: () => (isLeaving = true),
    come: () => (isLeaving = false),
    /** How many producers requested their id over this line. */
    producers: () => producers,
    pause: () => (isPaused = true),
    hasStored: (text: string) => stored.some(({ bytes }) => bytes.includes(text)),
    release() {
      isPaused = false;
      for (const { to, bytes } of stored.splice(0)) to.write(bytes);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
