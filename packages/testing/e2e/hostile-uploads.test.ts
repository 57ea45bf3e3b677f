import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Json } from '@estampa/stack/demo/api';
import { inviteSeller, signIn, signUpSeller } from '@estampa/stack/demo/people';
import { uploadArtwork } from '@estampa/stack/demo/studio';
import { ADMIN } from '@estampa/stack/topology';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { rawHttp } from '../src/raw-http.ts';
import { PASSWORD, plainPng } from './shop.ts';

const BOOT_DEADLINE_MS = 120_000;
const MEGABYTE = 1024 * 1024;

let marketplace: TestMarketplace;
let artwork: Json;
let thief: Api;
let image: Buffer;
let victimsFile: string;
let bucket: string;

beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  const api = new Api(marketplace.gatewayUrl);
  const admin = await signIn(api, ADMIN);
  const [victim, other] = await Promise.all(['victim', 'thief'].map((name) => openStore(api, admin, name)));
  image = await plainPng(40, 40, '#336699');
  artwork = await uploadArtwork(victim!, image, 'Original');
  thief = other!;
  bucket = marketplace.surroundings.bucket;
  victimsFile = `/${bucket}/private/sellers/${artwork.sellerProfileId}/artworks/${artwork.id}/original/v1.png`;
}, BOOT_DEADLINE_MS);

afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

async function openStore(api: Api, admin: Api, name: string): Promise<Api> {
  const { inviteToken } = await inviteSeller(api, admin, { email: `${name}@example.com`, name });
  return signUpSeller(api, inviteToken, PASSWORD, { storeName: name, storeSlug: name });
}

type Upload = { artworkId: string; key: string; uploadUrl: string; headers: Record<string, string> };

const presign = (sizeBytes = image.byteLength): Promise<Upload> =>
  thief.client.presignArtwork({ body: { contentType: 'image/png', sizeBytes } });

const put = (url: string, headers: Record<string, string>, body: Buffer = image) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });

const isStored = async ({ artworkId, key }: Upload) => {
  const response = await thief.client.exchange('completeArtwork', { artworkId, body: { key, title: 'T' } });
  return response.problem?.code !== 'file_not_found';
};

/** A problem in our words: nothing of the store's own, nothing of where it is. */
async function problemOf(response: Response): Promise<[status: number, code: string]> {
  const text = await response.text();
  const { host } = new URL(marketplace.surroundings.infrastructure.objectStore.endpoint);

  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(text).not.toMatch(/<|X-Amz|Signature|AccessKey/);
  expect(text).not.toContain(host);
  return [response.status, JSON.parse(text).code];
}

describe('an upload address', () => {
  it('takes the file that it was made for, whatever else is said beside it', async () => {
    const upload = await presign();
    const response = await put(upload.uploadUrl, {
      ...upload.headers,
      Authorization: 'Bearer a.b.c',
      'Cache-Control': 'public',
      'Content-Disposition': 'attachment',
      'If-None-Match': '*',
      Range: 'bytes=0-1',
      'X-Forwarded-Host': 'evil.example',
      'X-Http-Method-Override': 'DELETE',
    });

    expect([response.status, await response.text(), await isStored(upload)]).toEqual([200, '', true]);
    expect([response.headers.get('server'), response.headers.get('x-amz-request-id')]).toEqual([null, null]);
  });

  it.each([
    ['a copy of another user’s file', () => ({ 'x-amz-copy-source': victimsFile })],
    ['a copy, in other letters', () => ({ 'X-AMZ-Copy-Source': victimsFile })],
    ['a copy in another store’s words', () => ({ 'x-goog-copy-source': victimsFile })],
    ['an ACL', () => ({ 'x-amz-acl': 'public-read-write' })],
    ['a grant', () => ({ 'x-amz-grant-full-control': 'id="anybody"' })],
    ['metadata', () => ({ 'x-amz-meta-a': 'b' })],
    ['tags', () => ({ 'x-amz-tagging': 'a=b' })],
    ['a redirect', () => ({ 'x-amz-website-redirect-location': 'https://evil.example/' })],
    ['a storage class', () => ({ 'x-amz-storage-class': 'GLACIER' })],
    ['a decoded length', () => ({ 'x-amz-decoded-content-length': '1' })],
    ['another content hash', () => ({ 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' })],
  ])('is not %s', async (_name, headers) => {
    const upload = await presign();
    const response = await put(upload.uploadUrl, { ...upload.headers, ...headers() }, Buffer.alloc(0));

    expect([await problemOf(response), await isStored(upload)]).toEqual([[400, 'header_not_allowed'], false]);
  });

  it('is not copied either for a client that waits for 100 Continue', async () => {
    const upload = await presign();
    const url = new URL(upload.uploadUrl);
    const head = [
      `PUT ${url.pathname}${url.search} HTTP/1.1`,
      `Host: ${url.host}`,
      'Expect: 100-continue',
      'Content-Type: image/png',
    ];
    const own = [`x-amz-copy-source: ${victimsFile}`, 'Content-Length: 0', 'Connection: close'];
    const response = await rawHttp(url, `${[...head, ...own].join('\r\n')}\r\n\r\n`);

    expect([response.includes(' 400 Bad Request'), await isStored(upload)]).toEqual([true, false]);
  });

  it.each([
    ['acl', ''],
    ['tagging', ''],
    ['uploads', ''],
    ['uploadId', 'x'],
    ['partNumber', '1'],
    ['versionId', 'x'],
    ['policy', ''],
    ['x-amz-acl', 'public-read'],
    ['X-Amz-Copy-Source', '/x/y'],
    ['response-content-type', 'text/html'],
    ['AWSAccessKeyId', 'x'],
    ['X-Amz-Signature', 'again'],
    ['x-amz-signature', 'in other letters'],
  ])('takes no parameter %s', async (name, value) => {
    const upload = await presign();
    const url = `${upload.uploadUrl}&${new URLSearchParams({ [name]: value }).toString()}`;

    expect(await problemOf(await put(url, upload.headers))).toEqual([400, 'upload_refused']);
    expect(await isStored(upload)).toBe(false);
  });

  it.each([
    ['without its signature', (url: string) => url.split('?')[0]!, [400, 'upload_refused']],
    [
      'with another signature',
      (url: string) => url.replace(/Signature=\w{4}/, 'Signature=0000'),
      [403, 'upload_refused'],
    ],
    ['for longer', (url: string) => url.replace(/Expires=\d+/, 'Expires=604800'), [403, 'upload_refused']],
    ['for another file', (url: string) => url.replace('/private/', '/public/'), [403, 'upload_refused']],
    ['in another bucket', (url: string) => url.replace(`/${bucket}/`, '/elsewhere/'), [404, 'not_found']],
    ['of the bucket itself', (url: string) => url.replace(/\/private\/[^?]*/, '/'), [404, 'not_found']],
    ['that climbs', (url: string) => url.replace('/private/', '/private%2f..%2f'), [404, 'not_found']],
  ] as const)('is rejected %s', async (_name, change, rejection) => {
    const upload = await presign();

    expect(await problemOf(await put(change(upload.uploadUrl), upload.headers))).toEqual(rejection);
  });

  it.each([
    ['another type', { 'Content-Type': 'text/html' }, () => image, [403, 'upload_refused']],
    ['another length', {}, () => Buffer.concat([image, Buffer.alloc(1)]), [403, 'upload_refused']],
  ] as const)('is rejected for %s', async (_name, headers, body, rejection) => {
    const upload = await presign();

    expect(await problemOf(await put(upload.uploadUrl, { ...upload.headers, ...headers }, body()))).toEqual(rejection);
    expect(await isStored(upload)).toBe(false);
  });

  it.each([
    ['no length', 'Transfer-Encoding: chunked', 411],
    ['a length beyond all limits', `Content-Length: ${101 * MEGABYTE}`, 413],
    ['two types', 'Content-Length: 0\r\nContent-Type: text/html', 400],
  ])('is rejected for %s', async (_name, header, status) => {
    const url = new URL((await presign()).uploadUrl);
    const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: image/png\r\nConnection: close\r\n`;
    const response = await rawHttp(url, `${head}${header}\r\n\r\n0\r\n\r\n`);

    expect(response).toContain(`HTTP/1.1 ${status} `);
  });

  it('is for PUT', async () => {
    const upload = await presign();
    const statuses = ['GET', 'HEAD', 'POST', 'DELETE', 'PATCH'].map(async (method) => {
      return (await fetch(upload.uploadUrl, { method, headers: upload.headers })).status;
    });

    expect(new Set(await Promise.all(statuses))).toEqual(new Set([405]));
  });
});

describe('a public image', () => {
  const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

  it('is served in full, in part, or with 304, and without the store’s own headers', async () => {
    const { previewUrl } = artwork;
    const full = await get(previewUrl);
    const part = await get(previewUrl, { Range: 'bytes=0-9' });
    const again = await get(previewUrl, { 'If-None-Match': full.headers.get('etag') ?? '' });

    expect([full.status, part.status, again.status]).toEqual([200, 206, 304]);
    expect([full.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual(['image/webp', 10]);
    expect([...full.headers.keys()].filter((name) => name.startsWith('x-amz') || name === 'server')).toEqual([]);
  });

  it.each([
    ['a listing', (url: string) => `${new URL('/cdn/public/', url).href}?list-type=2`, 404],
    ['a missing image', (url: string) => `${url}x`, 404],
    ['an original', (url: string) => new URL(`/cdn${victimsFile.slice(bucket.length + 1)}`, url).href, 404],
    [
      'an original, by climbing',
      (url: string) => new URL(`/cdn/public/%2e%2e${victimsFile.slice(bucket.length + 1)}`, url).href,
      404,
    ],
    ['an ACL', (url: string) => `${url}?acl`, 200],
  ])('is not %s', async (_name, address, status) => {
    const response = await get(address(artwork.previewUrl));

    expect([response.status, (await response.text()).includes('<')]).toEqual([status, false]);
  });

  it('has no part beyond its end', async () => {
    const response = await get(artwork.previewUrl, { Range: 'bytes=99999999-' });

    expect(await problemOf(response)).toEqual([416, 'range_not_satisfiable']);
  });
});
