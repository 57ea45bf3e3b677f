import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';

// Responds to every request with its standard input, and prints its address.
const body = await buffer(process.stdin);
const app = express();
app.get('/page', (_request, response) => {
  response.set('content-type', 'application/json; charset=utf-8').end(body);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
