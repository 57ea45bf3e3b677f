import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { ObjectHeadStore } from './head-store.ts';

const HEAD = { number: 3, hash: 'a'.repeat(64) };
const KEY = `heads/000000000003-${HEAD.hash}.json`;
const NOW = new Date('2026-11-28T12:00:00Z');
const xml = (root: string, content: string): string =>
  `<?xml version="1.0"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`;
const LOCKED = '<ObjectLockEnabled>Enabled</ObjectLockEnabled>';
const BY_DEFAULT = `${LOCKED}<Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>9</Days></DefaultRetention></Rule>`;
const NO_LOCK: Reply = [404, xml('Error', '<Code>ObjectLockConfigurationNotFoundError</Code>')];
const NOT_KNOWN: Reply = [501, xml('Error', '<Code>NotImplemented</Code>')];
const FORBIDDEN: Reply = [403, xml('Error', '<Code>AccessDenied</Code>')];
const lock = (configured: string): Reply => [200, xml('ObjectLockConfiguration', configured)];
type Reply = [number, string];
type Sent = { method: string; url: string; headers: IncomingHttpHeaders };

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

/** A bucket that says this of its lock, over real HTTP, and what was sent to it. */
async function aStore(ofLock: Reply): Promise<{ store: ObjectHeadStore; sent: Sent[] }> {
  const sent: Sent[] = [];
  const replyTo = (url: string): Reply => {
    if (url.includes('object-lock')) return ofLock;
    if (url.includes('versions')) return [200, xml('ListVersionsResult', `<Version><Key>${KEY}</Key></Version>`)];
    if (url.includes('list-type')) return [200, xml('ListBucketResult', `<Contents><Key>${KEY}</Key></Contents>`)];
    return [200, ''];
  };
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const [status, body] = replyTo(url);
    request.resume().once('end', () => response.writeHead(status).end(body));
    sent.push({ method, url, headers });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
  resources.defer(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const keys = { accessKeyId: 'an-id', secretAccessKey: 'a-secret' };
  const options = { endpoint: `http://127.0.0.1:${port}`, region: 'r', keys, bucket: 'heads' };
  return { store: resources.use(new ObjectHeadStore(options)), sent };
}

describe('the store of heads', () => {
  it.each<[string, Reply, string | undefined]>([
    ['for ten years where the bucket has object lock', lock(LOCKED), 'COMPLIANCE 2036-11-25T12:00:00Z'],
    ['as the bucket says where it has a retention of its own', lock(BY_DEFAULT), undefined],
    ['not at all where the bucket has no object lock', NO_LOCK, undefined],
    ['not at all where the store has no object lock', NOT_KNOWN, undefined],
  ])('keeps a head %s, and sends it once', async (_case, ofLock, expected) => {
    const { store, sent } = await aStore(ofLock);

    await store.put(HEAD, NOW);
    await store.put(HEAD, NOW);
    const puts = sent.filter(({ method }) => method === 'PUT');
    const [{ url, headers }] = puts as [Sent];
    const { 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': until } = headers;
    expect([puts.length, url.split('?')[0]]).toEqual([1, `/heads/${KEY}`]);
    expect(mode && `${String(mode)} ${String(until)}`).toBe(expected);
    expect('x-amz-checksum-sha256' in headers).toBe(expected !== undefined);
  });

  it('does not store without a lock where it is not told whether there is one', async () => {
    const { store, sent } = await aStore(FORBIDDEN);

    await expect(store.put(HEAD, NOW)).rejects.toThrow('UnknownError');
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it.each<[string, Reply, string]>([
    ['all versions, so that deletions hide nothing', lock(LOCKED), 'versions'],
    ['all objects without versions', NO_LOCK, 'list-type'],
  ])('lists %s', async (_case, ofLock, queried) => {
    const { store, sent } = await aStore(ofLock);

    expect(await store.listKeys()).toEqual([KEY]);
    expect(sent.at(-1)!.url).toContain(queried);
  });
});
