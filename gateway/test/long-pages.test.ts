import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PACKED_FROM_BYTES } from '../src/pages/page.ts';
import { openPages } from './pages-stage.ts';
import { rawRequest } from './raw-request.ts';

type Stage = Awaited<ReturnType<typeof openPages>>;

let edge: Stage['edge'];
let front: Stage['front'];
let get: Stage['get'];
let change: Stage['change'];

beforeEach(async () => {
  ({ edge, front, get, change } = await openPages());
});
afterEach(() => edge[Symbol.asyncDispose]());

describe('a long page', () => {
  const LONG = 'página longa '.repeat(PACKED_FROM_BYTES);
  const shown = { text: LONG, ç: null, isLiked: null, isFollowing: null };
  const filled = { ...shown, isLiked: true, isFollowing: false };
  const raw = (headers: Record<string, string>) => rawRequest(Number(new URL(edge.url).port), '/stores/a', headers);
  const authorized = () => ({ Authorization: `Bearer ${edge.person('customer').token}` });
  beforeEach(() => {
    change(LONG);
  });

  it('goes out compressed to whoever takes that, made once, and as text to others', async () => {
    for (const accepted of ['gzip', 'br, gzip;q=0.5']) {
      const { headers, body } = await raw({ 'Accept-Encoding': accepted });
      expect(JSON.parse(gunzipSync(body).toString())).toEqual(shown);
      expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual(['gzip', body.byteLength]);
      expect(body.byteLength).toBeLessThan(LONG.length / 50);
    }
    for (const accepted of ['identity', 'gzip;q=0']) {
      const { headers, body } = await raw({ 'Accept-Encoding': accepted });
      expect(JSON.parse(body.toString())).toEqual(shown);
      expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, `${body.byteLength}`]);
    }
    expect(front.builds).toEqual(['a']);
  });

  it('has a tag for each encoding, and is not sent again to who has it', async () => {
    const tags = await Promise.all(['gzip', 'identity'].map((one) => raw({ 'Accept-Encoding': one })));
    const [gzipped, plain] = tags.map(({ headers }) => headers.etag!);
    expect(gzipped).not.toBe(plain);

    const again = (encoding: string, etag: string) => get('a', { 'Accept-Encoding': encoding, 'If-None-Match': etag });
    const answers = [await again('gzip', gzipped!), await again('identity', plain!), await again('gzip', plain!)];
    expect(answers.map(({ status }) => status)).toEqual([304, 304, 200]);
    expect(answers.map(({ headers }) => headers.get('etag'))).toEqual([gzipped, plain, gzipped]);
  });

  it('is filled for its viewer, compressed or not', async () => {
    const zipped = await raw({ 'Accept-Encoding': 'gzip', ...authorized() });
    const plain = await raw({ 'Accept-Encoding': 'identity', ...authorized() });

    expect(JSON.parse(gunzipSync(zipped.body).toString())).toEqual(filled);
    expect(JSON.parse(plain.body.toString())).toEqual(filled);
    expect([zipped.headers.etag, zipped.headers['cache-control']]).toEqual([undefined, 'private, no-store']);
  });

  it('tells a HEAD request its length alone', async () => {
    const answer = await fetch(`${edge.url}/stores/a`, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });

    expect([answer.headers.get('content-length'), await answer.text()]).toEqual([
      `${Buffer.byteLength(JSON.stringify(shown))}`,
      '',
    ]);
  });

  it('leaves short pages as they are', async () => {
    change('curta', 'store:a');

    const { headers, body } = await raw({ 'Accept-Encoding': 'gzip' });

    expect([headers['content-encoding'], JSON.parse(body.toString()).text]).toEqual([undefined, 'curta']);
  });
});
