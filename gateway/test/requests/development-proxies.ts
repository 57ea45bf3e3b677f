import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
let production: TestGateway;
let target: string;
const seen: string[] = [];

/** Stands for the sandbox and for the inbox: pages that name their own address, and a form that leads elsewhere. */
const pages = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  if (request.method === 'POST') return void response.writeHead(303, { Location: `${target}/i/1?paid` }).end();
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': 'own' });
  response.end(`<form action="${target}/i/1/pay">`);
});

beforeAll(async () => {
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  target = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const config = { DEVELOPMENT_PAGES: { sandboxUrl: target, mailUrl: target, logins: [] } };
  gateway = await startGateway({ config });
  production = await startGateway({ config: { ...config, NODE_ENV: 'production' } });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await production[Symbol.asyncDispose]();
  pages.closeAllConnections();
  await new Promise((closed) => pages.close(closed));
});

const fetchPage = (path: string, method = 'GET', url = gateway.url) =>
  fetch(url + path, { method, redirect: 'manual' });

it('pass on pages, at an address of ours', async () => {
  const page = await fetchPage('/sandbox/i/1?outcome=declined');
  const paid = await fetchPage('/sandbox/i/1/pay', 'POST');

  expect([await page.text(), page.headers.get('content-security-policy')]).toEqual([
    '<form action="http://gateway.example/sandbox/i/1/pay">',
    'own',
  ]);
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://gateway.example/sandbox/i/1?paid']);
  expect(seen.slice(-2)).toEqual(['GET /i/1?outcome=declined', 'POST /i/1/pay']);
  expect((await fetchPage('/mail')).headers.get('location')).toBe('/mail/');
});

describe.each([
  ['GET', '/sandbox/', 200],
  ['GET', '/sandbox/labels/a-1,b-2', 200],
  ['GET', '/sandbox/b/pdf/pay_1', 200],
  ['POST', '/sandbox/_control/parcels/p/advance', 303],
  ['POST', '/sandbox/_control/reset', 404],
  ['GET', '/sandbox/_control/customers', 404],
  ['POST', '/sandbox/asaas/v3/payments', 404],
  ['GET', '/sandbox/i/../_control/customers', 404],
  ['GET', '/sandbox/i%2f..%2f_control', 404],
  ['DELETE', '/sandbox/i/1', 405],
  ['GET', '/mail/', 200],
  ['GET', '/mail/email', 200],
  ['GET', '/mail/socket.io/?EIO=4', 200],
  ['POST', '/mail/email/1/relay', 405],
  ['PUT', '/mail/', 405],
] as const)('%s %s', (method, path, status) => {
  it(`is ${status}, and nothing in production`, async () => {
    const count = seen.length;
    const response = await fetchPage(path, method);
    expect([response.status, seen.length - count]).toEqual([status, status < 400 ? 1 : 0]);
    expect((await fetchPage(path, method, production.url)).status).toBe(404);
  });
});
