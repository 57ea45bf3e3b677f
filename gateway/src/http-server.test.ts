import { Agent, request } from 'node:http';
import { expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { serveHttp } from './http-server.ts';

const HOST = '127.0.0.1';

/** Asks over one connection for as long as the server keeps it: tells what each answer says of it, and whether it was there before. */
function askerOf({ port }: { port: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<[string | undefined, boolean]>((resolve, reject) => {
      const asked = request({ host: HOST, port, agent }, (answer) =>
        answer.resume().once('end', () => resolve([answer.headers.connection, asked.reusedSocket])),
      );
      asked.once('error', reject).end();
    });
  return { ask, [Symbol.dispose]: () => agent.destroy() };
}

it('sends clients elsewhere, each with an answer, before it stops', async () => {
  await using server = await serveHttp((_, response) => void response.end('answered'), { host: HOST, port: 0 });
  using client = askerOf(server);

  const before = [await client.ask(), await client.ask()];
  server.drain();
  const after = [await client.ask(), await client.ask()];

  expect(before).toEqual([
    ['keep-alive', false],
    ['keep-alive', true],
  ]);
  expect(after).toEqual([
    ['close', true],
    ['close', false],
  ]);
});

it('sends a client that never pauses elsewhere once its connection is old', async () => {
  const place = { host: HOST, port: 0, connectionAgeMs: 1_000 };
  await using server = await serveHttp((_, response) => void response.end('answered'), place);
  using client = askerOf(server);

  const first = await client.ask();
  let last = first;
  await eventually(async () => expect((last = await client.ask())[0]).toBe('close'));
  const next = await client.ask();

  expect([first, last, next]).toEqual([
    ['keep-alive', false],
    ['close', true],
    ['keep-alive', false],
  ]);
});
