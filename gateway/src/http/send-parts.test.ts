import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { sendParts } from './send-parts.ts';

const TAKEN_MS = 50;

it('gives up a client that takes nothing, and lets go of what makes the parts', async () => {
  let abandoned = 0;
  const sent = Promise.withResolvers<void>();
  async function* parts() {
    for (;;) yield 'x'.repeat(1024 * 1024);
  }
  const app = express().get('/', (request, response) => {
    const streamed = { parts: parts(), abandon: () => void (abandoned += 1), contentType: 'text/csv' };
    sent.resolve(sendParts(streamed, request, response, TAKEN_MS));
  });
  const server = app.listen(0);
  const [response] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [
    IncomingMessage,
  ];
  const cut = once(response, 'error');
  await sent.promise;
  response.resume();

  expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
  expect(abandoned).toBeGreaterThan(0);
  server.close();
});
