import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '@estampa/kit/telemetry/log';
import { rawHttp } from '@estampa/testing/raw-http';
import { HEAD_MAX_BYTES } from '../../src/http/http-server.ts';
import { startGateway, type TestGateway } from '../gateway.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe('an address', () => {
  it.each([
    ['/stores/%E0%A4%A', 404],
    ['/stores/%00', 404],
    ['/%', 404],
    ['/stores/..%2f..%2fx', 404],
    ['//evil.example:99999/', 404],
    ['/\\evil.example:99999/', 404],
    ['*', 404],
    ['http://evil.example:99999/openapi.json', 200],
    ['http://evil.example:99999', 404],
    ['http://[::1/openapi.json', 200],
    ['/openapi.json#x', 200],
  ])('%s', async (target, status) => {
    const response = await rawHttp(
      new URL(gateway.url),
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );

    expect(response.split('\r\n')[0]).toContain(` ${status} `);
    if (status === 404) expect(response).toContain('application/problem+json');
  });
});

describe('what is no HTTP', () => {
  it.each([
    ['two names of a host', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n', 400],
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['a header name with a space', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n', 400],
    ['a long header', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(HEAD_MAX_BYTES)}\r\n\r\n`, 431],
    ['a long address', `GET /stores/${'x'.repeat(HEAD_MAX_BYTES)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /waitlist HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
  ])('is %s: a short problem with an id', async (_what, request, status) => {
    const response = await rawHttp(new URL(gateway.url), request);

    const [head, body] = response.split('\r\n\r\n') as [string, string];
    const problem = JSON.parse(body) as { status: number; requestId: string };
    expect(head.split('\r\n')[0]).toContain(` ${status} `);
    expect(head).toContain('Content-Type: application/problem+json');
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(head).toContain(`X-Request-Id: ${problem.requestId}`);
    expect(problem).toMatchObject({ status, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(response.length).toBeLessThan(1_000);
  });

  it('is a head of 16 KB, but not one a little smaller', async () => {
    const head = `GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${'x'.repeat(HEAD_MAX_BYTES - 200)}`;

    expect(await rawHttp(new URL(gateway.url), `${head}\r\n\r\n`)).toContain('HTTP/1.1 404 ');
  });
});

describe('a traceparent', () => {
  it.each([
    [TRACEPARENT, TRACEPARENT],
    [TRACEPARENT.toUpperCase(), null],
    [`${TRACEPARENT}-x`, null],
    [`${TRACEPARENT}\t`, TRACEPARENT],
    [`\t${TRACEPARENT} ü`, null],
    ['a\tb', null],
    ['\u00ff', null],
    ['x'.repeat(12_000), null],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
    [`ff-${TRACEPARENT.slice(3)}`, null],
  ])('%j is passed on as %j', async (sent, passed) => {
    const requestId = randomUUID();
    const head = `GET /stores/a-store HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n`;
    const response = await rawHttp(new URL(gateway.url), `${head}traceparent: ${sent}\r\n\r\n`);
    const { call } = gateway.services.requested.find((one) => one.call.requestId === requestId)!;

    expect([response.split('\r\n')[0], call.traceparent]).toEqual(['HTTP/1.1 200 OK', passed]);
  });
});

describe('who goes away', () => {
  it('in the middle of a body is no error of ours', async () => {
    const lines: string[] = [];
    const { promise: logged, resolve } = Promise.withResolvers<void>();
    const write = (level: string) => (_about: object, text: string) => {
      lines.push(`${level}: ${text}`);
      resolve();
    };
    const log = {
      error: write('error'),
      warn: write('warn'),
      info: write('info'),
      debug: write('debug'),
    } as unknown as Log;
    await using own = await startGateway({ log });
    const socket = connect(own.port, '127.0.0.1');
    const head = `POST /waitlist HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`;
    socket.write(head);
    // The gateway reads the body once this returns.
    await new Promise((requested) => socket.once('data', requested));
    socket.write('{"email":');
    socket.destroy();
    await logged;

    expect(lines).toEqual(['debug: the client went away']);
  });
});

describe('the address of a client', () => {
  const gateways = new Map<string, Promise<TestGateway>>();
  const trusting = (TRUST_PROXY: false | number | string[]): Promise<TestGateway> => {
    const setting = JSON.stringify(TRUST_PROXY);
    const started = gateways.get(setting) ?? startGateway({ config: { TRUST_PROXY } });
    gateways.set(setting, started);
    return started;
  };
  afterAll(async () => {
    for (const started of gateways.values()) await (await started)[Symbol.asyncDispose]();
  });

  it.each<[false | number | string[], string, string]>([
    [false, '203.0.113.7', '127.0.0.1'],
    [1, '203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [2, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
    [['loopback', '203.0.113.0/24'], '198.51.100.1, 203.0.113.7', '198.51.100.1'],
    [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
    [1, '::ffff:203.0.113.7', '203.0.113.7'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, '203.0.113.7:4100', '203.0.113.7'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '[2001:db8::1]:4100', '2001:db8::1'],
    [['loopback', '203.0.113.0/24'], '198.51.100.1:5, 203.0.113.7:4100', '198.51.100.1'],
    [1, '203.0.113.7:', '127.0.0.1'],
    [1, 'nonsense', '127.0.0.1'],
  ])('with trust in %j and a header of %s is %s', async (trust, forwarded, address) => {
    const own = await trusting(trust);
    await own.send({ method: 'get', path: `/stores/${randomUUID()}` }, { headers: { 'X-Forwarded-For': forwarded } });

    const requested = own.services.requested.findLast(({ method }) => method === 'storefront.getStore');
    expect(requested?.call.clientAddress).toBe(address);
  });
});
