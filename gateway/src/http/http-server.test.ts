import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { serveHttp } from './http-server.ts';

const HOST = '127.0.0.1';

/** Sends requests over one connection for as long as the server leaves it open: returns what each response says of it, and whether it was reused. */
function requesterOf({ port }: { port: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = () =>
    new Promise<[string | undefined, boolean]>((resolve, reject) => {
      const requested = request({ host: HOST, port, agent }, (response) =>
        response.resume().once('end', () => resolve([response.headers.connection, requested.reusedSocket])),
      );
      requested.once('error', reject).end();
    });
  return { send, [Symbol.dispose]: () => agent.destroy() };
}

it('sends clients elsewhere, each with a response, before it stops', async () => {
  await using server = await serveHttp((_, response) => void response.end('answered'), { host: HOST, port: 0 });
  using client = requesterOf(server);

  const before = [await client.send(), await client.send()];
  server.drain();
  const after = [await client.send(), await client.send()];

  expect(before).toEqual([
    ['keep-alive', false],
    ['keep-alive', true],
  ]);
  expect(after).toEqual([
    ['close', true],
    ['close', false],
  ]);
});

describe('a server that stops', () => {
  const withPendingRequest = async (options: { drainMs: number; quietMs: number }) => {
    const reached = Promise.withResolvers<void>();
    const body = Promise.withResolvers<string>();
    const server = await serveHttp(
      (_, response) => {
        reached.resolve();
        void body.promise.then((text) => response.end(text));
      },
      { host: HOST, port: 0, ...options },
    );
    const requested = fetch(`http://${HOST}:${server.port}`).then((reported) => reported.text());
    await reached.promise;
    return { server, requested, respondWith: body.resolve };
  };

  it('lets a request under way take its time, and ends idle connections', async () => {
    const { server, requested, respondWith } = await withPendingRequest({ drainMs: 60_000, quietMs: 100 });
    const silent = await dial(server);

    const stopped = server[Symbol.asyncDispose]();
    await ended(silent);
    respondWith('answered');

    expect(await requested).toBe('answered');
    await stopped;
  });

  it('cuts a request that takes longer than it may', async () => {
    const { server, requested } = await withPendingRequest({ drainMs: 100, quietMs: 0 });

    const [cut] = await Promise.allSettled([requested, server[Symbol.asyncDispose]()]);
    expect(cut.status).toBe('rejected');
  });
});

it('sends a client that never pauses elsewhere once its connection is old', async () => {
  const place = { host: HOST, port: 0, connectionAgeMs: 1_000 };
  await using server = await serveHttp((_, response) => void response.end('answered'), place);
  using client = requesterOf(server);

  const first = await client.send();
  let last = first;
  await eventually(async () => expect((last = await client.send())[0]).toBe('close'));
  const next = await client.send();

  expect([first, last, next]).toEqual([
    ['keep-alive', false],
    ['close', true],
    ['keep-alive', false],
  ]);
});

/** A connection that says no more than a test has it say. */
async function dial({ port }: { port: number }): Promise<Socket> {
  const socket = connect(port, HOST).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
const ended = async (socket: Socket) => {
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
};
const BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345';

describe('a client that is slow', () => {
  it('lets a client read the response to a body that is not read, and disconnects it when the rest does not come', async () => {
    const place = { host: HOST, port: 0, lingerMs: 500 };
    await using server = await serveHttp((_, response) => void response.writeHead(401).end(), place);
    const socket = await dial(server);
    socket.write(BODY);
    const [response] = (await once(socket, 'data')) as [Buffer];
    await ended(socket);

    expect(response.toString()).toContain('HTTP/1.1 401 ');
  });

  it('leaves its connection open when the rest comes', async () => {
    const place = { host: HOST, port: 0, lingerMs: 500 };
    await using server = await serveHttp((_, response) => void response.writeHead(401).end(), place);
    const socket = await dial(server);
    const responses: unknown[] = [];
    for (const part of [BODY, `67890${BODY}`, `67890${BODY}`]) {
      socket.write(part);
      responses.push(String(await once(socket, 'data')).slice(0, 12));
    }

    expect(responses).toEqual(Array(3).fill('HTTP/1.1 401'));
  });

  it('is left when it takes nothing of a response', async () => {
    const left = Promise.withResolvers<void>();
    const place = { host: HOST, port: 0, silenceMs: 500 };
    await using server = await serveHttp((_, response) => {
      response.once('close', left.resolve);
      response.end(Buffer.alloc(64 * 1024 * 1024));
    }, place);
    const socket = await dial(server);
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

    await expect(left.promise).resolves.toBeUndefined();
    socket.destroy();
  });
});

describe('connections', () => {
  const isTaken = async (server: { port: number }): Promise<[boolean, Socket]> => {
    const socket = await dial(server);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const taken = once(socket, 'data').then(() => true);
    return [await Promise.race([taken, once(socket, 'close').then(() => false)]), socket];
  };

  it.each([
    ['one address', { max: 9, perAddressMax: 2, isProxy: () => false }],
    ['all clients', { max: 2, perAddressMax: 9, isProxy: () => false }],
    ['all clients behind a proxy', { max: 2, perAddressMax: 1, isProxy: () => true }],
  ])('of %s are no more than the limit, and one that ends makes room', async (_name, limits) => {
    await using server = await serveHttp((_, response) => void response.end('answered'), {
      host: HOST,
      port: 0,
      limits,
    });
    const [[one, first], [other, second], [third]] = [
      await isTaken(server),
      await isTaken(server),
      await isTaken(server),
    ];
    first.destroy();
    await eventually(async () => {
      const [again, socket] = await isTaken(server);
      socket.destroy();
      expect(again).toBe(true);
    });
    second.destroy();

    expect([one, other, third]).toEqual([true, true, false]);
  });
});
