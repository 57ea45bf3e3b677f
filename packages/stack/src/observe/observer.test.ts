import { request } from 'node:http';
import { createLog } from '@estampa/kit/telemetry/log';
import { beginSpan, beginTrace } from '@estampa/kit/telemetry/trace';
import { startTracing } from '@estampa/kit/telemetry/tracing';
import { tracingConfig } from '@estampa/kit/telemetry/tracing-config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXPORT_BYTES_MAX, type Observer, startObserver } from './observer.ts';

let observer: Observer;
beforeAll(async () => void (observer = await startObserver(0)));
afterAll(() => observer[Symbol.asyncDispose]());

const get = (path: string) => fetch(observer.url + path);
const EXPORT = JSON.stringify({ resourceSpans: [] });
const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${observer.url}/v1/traces`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('what receives traces', () => {
  it('shows those that a process exports, as steps of one trace', async () => {
    const config = z.object(tracingConfig).parse(observer.environment);
    const tracing = await startTracing('catalog', config, createLog('catalog', 'silent'));
    const root = beginTrace('get', '/products/{productId}', null)!;
    beginSpan('GetProduct', 'client', root.traceparent)!.end('failed');
    root.end();
    await tracing[Symbol.asyncDispose]();

    const { traces, stored } = (await (await get('/data.json')).json()) as {
      traces: { id: string; services: string[] }[];
      stored: object;
    };
    const waterfall = await (await get(`/traces/${traces[0]!.id}.json`)).json();

    expect(stored).toMatchObject({ traces: 1, spans: 2, dropped: 0 });
    expect(waterfall).toMatchObject({
      service: 'catalog',
      name: 'GET /products/{productId}',
      failed: true,
      rows: [
        { depth: 0, name: 'GET /products/{productId}', kind: 'server', failed: false },
        { depth: 1, name: 'GetProduct', kind: 'client', failed: true },
      ],
    });
  });

  it.each([
    [EXPORT_BYTES_MAX, 200],
    [EXPORT_BYTES_MAX + 1, 413],
  ])('responds to an export of %i bytes with %i', async (bytes, status) => {
    expect((await send(EXPORT.padEnd(bytes))).status).toBe(status);
  });

  it.each([
    ['what is no JSON', 'spans', {}, 400],
    ['other JSON', '{"resourceSpans":[{}]}', {}, 400],
    ['protobuf', EXPORT, { 'content-type': 'application/x-protobuf' }, 415],
    ['what is compressed', EXPORT, { 'content-encoding': 'gzip' }, 415],
  ])('rejects %s', async (_what, body, headers, status) => {
    expect((await send(body, headers)).status).toBe(status);
  });
});

describe('the page', () => {
  it('has all that it names, and lets nothing in from elsewhere', async () => {
    const page = await get('/');
    const text = await page.text();
    const scripts = await Promise.all(
      ['/observe.js', '/processes.js', '/traces.js'].map(async (path) => (await get(path)).text()),
    );
    const named = [...[text, ...scripts].join('\n').matchAll(/(?:href|src|from) ?=? ?["']\.?(\/[^"']+)["']/g)].map(
      ([, path]) => path!,
    );

    expect(named.length).toBeGreaterThan(6);
    expect(await Promise.all(named.map(async (path) => (await get(path)).status))).toEqual(named.map(() => 200));
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(text).not.toMatch(/https?:|style=|<script>/);
  });

  it.each(['/paths.ts', '/../observer.ts', '/constructor', '/traces/0.json'])('has no %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('is for the names of this machine alone', async () => {
    const statusFor = (host: string) =>
      new Promise((resolve) =>
        request(observer.url, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).end(),
      );
    const { port } = new URL(observer.url);

    expect(await statusFor(`localhost:${port}`)).toBe(200);
    expect(await statusFor(`attacker.example:${port}`)).toBe(403);
  });

  it('shows a process that does not respond as down', async () => {
    observer.watch({ catalog: 'http://127.0.0.1:9' });

    expect(await (await get('/data.json')).json()).toMatchObject({
      processes: [{ name: 'catalog', isUp: false, now: null, history: { p95: [null] } }],
    });
  });
});
