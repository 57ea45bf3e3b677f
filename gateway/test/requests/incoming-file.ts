import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import express from 'express';
import { openFile } from '../../src/http/incoming-file.ts';
import { toProblem } from '../../src/http/problems.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import type { ReceivedCall } from '../stand-ins.ts';

const MEGABYTE = 1024 * 1024;
const PATH = '/seller-products/me/01900000-0000-7000-8000-000000000001/images';
const ROUTE = { method: 'post', path: PATH } as const;

let gateway: TestGateway;
let seller: Person;
beforeAll(async () => {
  gateway = await startGateway();
  seller = gateway.person('customer', 'seller');
});
afterAll(() => gateway[Symbol.asyncDispose]());

type Part = { name?: string; bytes?: Uint8Array<ArrayBuffer>; type?: string };

function form(parts: Part[], fields: Record<string, string> = {}): FormData {
  const all = new FormData();
  for (const [name, value] of Object.entries(fields)) all.append(name, value);
  for (const { name = 'file', bytes = Buffer.from('a photo'), type = 'image/png' } of parts) {
    all.append(name, new Blob([bytes], { type }), 'photo.png');
  }
  return all;
}

const post = (body: FormData, search = '') => gateway.send(ROUTE, { as: seller, path: PATH + search, body });
const isCompleteUpload = ({ method, request: parts }: ReceivedCall) =>
  method === 'gallery.addProductImage' && parts.at(-1)?.isWhole;
const taken = () => gateway.services.requested.filter(isCompleteUpload).length;

/** A request whose body is written by hand. */
function open(headers: Record<string, string>) {
  const sent = request({
    port: gateway.port,
    path: PATH,
    method: 'POST',
    headers: { Authorization: `Bearer ${seller.token}`, ...headers },
  });
  sent.on('error', () => undefined);
  const responded = once(sent, 'response').then(async ([response]) => ({
    status: response.statusCode as number,
    code: (JSON.parse(await text(response)) as { code: string }).code,
  }));
  return { sent, responded };
}
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' };
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n';

it('passes on the bytes of the file with what the query says of it', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
  const response = await post(form([{ bytes }], { note: 'ignored' }), '?isPrimary=true&altText=Seen%20from%20behind');

  expect(response.status).toBe(201);
  const [first, ...rest] = gateway.services.requested.findLast(isCompleteUpload)!.request.slice(0, -1) as {
    image?: object;
    chunk?: Buffer;
  }[];
  expect(first!.image).toMatchObject({ contentType: 'image/png', isPrimary: true, altText: 'Seen from behind' });
  expect(Buffer.concat(rest.map(({ chunk }) => chunk!)).equals(bytes)).toBe(true);
  expect(rest.length).toBeGreaterThan(1);
});

it('takes a file of exactly the most bytes there may be', async () => {
  expect((await post(form([{ bytes: Buffer.alloc(10 * MEGABYTE) }]))).status).toBe(201);
});

describe('a form is rejected, and nothing of it is stored,', () => {
  it.each<[string, FormData, number, string]>([
    ['when its file has a byte too many', form([{ bytes: Buffer.alloc(10 * MEGABYTE + 1) }]), 413, 'file_too_large'],
    ['when it has no file', form([], { file2: 'x' }), 400, 'validation_failed'],
    ['when it has two files', form([{}, {}]), 400, 'validation_failed'],
    ['when its file has another name', form([{ name: 'photo' }]), 400, 'validation_failed'],
    ['when its file is said to be no photo', form([{ type: 'image/gif' }]), 400, 'validation_failed'],
    ['when it has 11 more fields', form([{}], elevenFields()), 400, 'validation_failed'],
    ['when a field has over 1 KB', form([{}], { note: 'x'.repeat(1_025) }), 413, 'file_too_large'],
  ])('%s', async (_case, body, status, code) => {
    const before = taken();
    const response = await post(body);

    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
    expect(taken()).toBe(before);
  });

  it.each<[string, Record<string, string>, string, number, string]>([
    ['when it is none', { 'Content-Type': 'application/json' }, '{}', 415, 'unsupported_media_type'],
    ['without a boundary', { 'Content-Type': 'multipart/form-data' }, PART, 400, 'malformed_form'],
    ['when it ends early', MULTIPART, `${PART}half of`, 400, 'malformed_form'],
    ['when nothing of it is a form', MULTIPART, 'x'.repeat(1_000), 400, 'malformed_form'],
  ])('%s', async (_case, headers, body, status, code) => {
    const { sent, responded } = open(headers);
    sent.end(body);

    expect(await responded).toEqual({ status, code });
  });
});

it('is rejected at once when its Content-Length is too large', async () => {
  const { sent, responded } = open({ ...MULTIPART, 'Content-Length': String(11 * MEGABYTE) });
  sent.write(PART);

  expect(await responded).toEqual({ status: 413, code: 'file_too_large' });
  sent.destroy();
});

it('is rejected as soon as the service rejects it, however much is still to come', async () => {
  gateway.services.reply('gallery.addProductImage', () => {
    throw new DomainError('forbidden', 'forbidden', 'You may not do this');
  });
  gateway.services.rejectAtOnce('gallery.addProductImage');
  const { sent, responded } = open(MULTIPART);
  sent.write(`${PART}the first bytes`);

  expect(await responded).toEqual({ status: 403, code: 'forbidden' });
  sent.destroy();
});

it('is given up when it does not come in time', async () => {
  const rule = { field: 'file', bytesMax: MEGABYTE, contentTypes: ['image/png'], deadlineMs: 50 };
  const app = express();
  app.post('/', async (incoming, response) => {
    try {
      const file = await openFile(rule, incoming);
      await buffer(file.bytes);
    } catch (error) {
      response.status(toProblem(error, '').status).end();
    }
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ port: (server.address() as AddressInfo).port, method: 'POST', headers: MULTIPART });
  sent.on('error', () => undefined).write(`${PART}the first bytes`);
  const [{ statusCode }] = await once(sent, 'response');
  sent.destroy();
  server.close();

  expect(statusCode).toBe(408);
});

function elevenFields(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`field${at}`, 'x']));
}
