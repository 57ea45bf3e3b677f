import { Agent, request } from 'node:http';
import { expect, it } from '@jest/globals';
import { serveHttp } from './http-server.ts';

const HOST = '127.0.0.1';

it('sends clients elsewhere, each with an answer, before it stops', async () => {
  await using server = await serveHttp((_, response) => void response.end('answered'), { host: HOST, port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<[string | undefined, boolean]>((resolve, reject) => {
      const asked = request({ host: HOST, port: server.port, agent }, (answer) =>
        answer.resume().once('end', () => resolve([answer.headers.connection, asked.reusedSocket])),
      );
      asked.once('error', reject).end();
    });

  const before = [await ask(), await ask()];
  server.drain();
  const after = [await ask(), await ask()];

  agent.destroy();
  expect(before).toEqual([
    ['keep-alive', false],
    ['keep-alive', true],
  ]);
  expect(after).toEqual([
    ['close', true],
    ['close', false],
  ]);
});
