import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { bytesNeeded, Connection, headerOf, parseResponse, requestBytes } from './connection.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nServer-Timing: settle;dur=4.2\r\n';

describe('a response', () => {
  it.each([
    ['with a length', `${HEAD}Content-Length: 5\r\n\r\nhello`],
    ['in chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`],
  ])('%s is complete with its last byte and not before', (_form, text) => {
    const bytes = Buffer.from(text);

    expect(parseResponse(bytes)?.body.toString()).toBe('hello');
    for (let length = 0; length < bytes.length - 2; length += 1)
      expect(parseResponse(bytes.subarray(0, length))?.body.toString()).toBeUndefined();
  });

  it('may have no body', () => {
    expect(parseResponse(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'))).toMatchObject({ status: 204 });
  });

  it('has headers in any case of letters', () => {
    const { head } = parseResponse(Buffer.from(`${HEAD}Content-Length: 0\r\n\r\n`))!;

    expect(headerOf(head, 'server-timing')).toBe('settle;dur=4.2');
    expect(headerOf(head, 'etag')).toBeUndefined();
  });
});

describe('the bytes that a response needs at least', () => {
  it.each([
    ['one more, as long as its head is not there', 'HTTP/1.1 200 OK\r\nContent-', 25 + 1],
    ['head and body, when the head says how long', 'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nabc', 40 + 900],
    ['one more, when it comes in chunks', 'HTTP/1.1 200 OK\r\n\r\n3\r\nabc', 25 + 1],
  ])('are %s', (_, text, bytes) => {
    expect(bytesNeeded(Buffer.from(text))).toBe(bytes);
  });
});

it('takes responses of any length from one connection, one after the other', async () => {
  const bodies = [Buffer.alloc(900_000, 1), Buffer.alloc(0), Buffer.alloc(70_000, 2)];
  let requested = 0;
  const server = createServer((_request, response) => {
    const body = bodies[requested++]!;
    response.setHeader('content-length', body.length).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const responded = [];
  for (const _ of bodies) responded.push((await connection.send(requestBytes({ path: '/' }))).body);
  connection.close();
  server.close();

  expect(responded.map((body, at) => body.equals(bodies[at]!))).toEqual([true, true, true]);
});

it('is opened anew after a response that is its last', async () => {
  let opened = 0;
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end('x'));
  server.on('connection', () => (opened += 1));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  // Sent at once, before the server closes.
  for (let request = 0; request < 3; request += 1) await connection.send(requestBytes({ path: '/' }));
  connection.close();
  server.close();

  expect(opened).toBe(3);
});

it('says the length of a request in bytes', () => {
  const text = requestBytes({ method: 'POST', path: '/a', token: 't', body: { name: 'São' } }).toString();

  expect(text).toContain('POST /a HTTP/1.1\r\n');
  expect(text).toContain('authorization: Bearer t\r\n');
  expect(text).toContain('content-length: 15\r\n\r\n{"name":"São"}');
});
