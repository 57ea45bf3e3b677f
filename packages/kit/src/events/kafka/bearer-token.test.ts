import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenInFile, tokenOfServer } from './bearer-token.ts';

describe('a token in a file', () => {
  let directory: string;
  beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'token-'))));
  afterEach(() => rm(directory, { recursive: true }));

  it('is read for each connection', async () => {
    const file = join(directory, 'token');
    const token = tokenInFile(file);
    await writeFile(file, ' one\n');
    expect(await token()).toBe('one');
    await writeFile(file, 'two');
    expect(await token()).toBe('two');
    await writeFile(file, ' \n');
    await expect(token()).rejects.toThrow(`There is no token in ${file}`);
  });
});

describe('a token of a server', () => {
  type Received = { headers: IncomingMessage['headers']; method: string | undefined; body: string };
  let resources: AsyncDisposableStack;
  let url: string;
  let received: Received[];
  let response: { status: number; body: object };

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    resources = new AsyncDisposableStack();
    [received, response] = [[], { status: 200, body: { access_token: 'a-token', expires_in: 100 } }];
    const server = createServer(async (request, reply) => {
      received.push({ headers: request.headers, method: request.method, body: await text(request) });
      reply.writeHead(response.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(response.body));
    });
    resources.defer(() => server.closeAllConnections());
    resources.defer(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await resources.disposeAsync();
  });

  const client = (scope?: string) => tokenOfServer({ url, clientId: 'an id', clientSecret: 's:1', scope });

  it.each([
    [undefined, 'grant_type=client_credentials'],
    ['kafka', 'grant_type=client_credentials&scope=kafka'],
  ])('is asked for with the scope %s', async (scope, body) => {
    expect(await client(scope)()).toBe('a-token');

    expect(received).toEqual([expect.objectContaining({ method: 'POST', body })]);
    expect(received[0]!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('an%20id:s%3A1').toString('base64')}`,
      accept: 'application/json',
    });
  });

  it('is used for four fifths of its life, by all who connect', async () => {
    const token = client();
    await Promise.all([token(), token()]);
    vi.advanceTimersByTime(79_999);
    await token();
    expect(received).toHaveLength(1);

    vi.advanceTimersByTime(1);
    await token();
    expect(received).toHaveLength(2);
  });

  it('is used once where its life is not known', async () => {
    response.body = { access_token: 'a-token' };
    const token = client();
    await token();
    await token();

    expect(received).toHaveLength(2);
  });

  it.each([
    [401, { access_token: 'a-token' }, 'gives no token for Kafka: 401'],
    [200, { access_token: '' }, 'responds with no token for Kafka'],
    [200, { access_token: 'a-token', expires_in: 0 }, 'responds with no token for Kafka'],
    [200, {}, 'responds with no token for Kafka'],
  ])('is none in the response %i %j, and is asked for again', async (status, body, problem) => {
    response = { status, body };
    const token = client();
    await expect(token()).rejects.toThrow(problem);
    response = { status: 200, body: { access_token: 'another' } };

    expect(await token()).toBe('another');
  });
});
