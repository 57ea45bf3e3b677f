import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GetPayoutsResponse, ListPayoutsResponse } from '@estampa/contracts/payouts/v1/payouts';
import { PAYOUTS_AT_ONCE } from '../src/routes/payout-page.ts';
import { PACKED_FROM_BYTES, ZIPPED_FROM_BYTES } from '../src/pages/page.ts';
import { openPages } from './pages-stage.ts';
import { rawRequest } from './raw-request.ts';

type Stage = Awaited<ReturnType<typeof openPages>>;

let gateway: Stage['gateway'];
let front: Stage['front'];
let get: Stage['get'];
let change: Stage['change'];

beforeEach(async () => {
  ({ gateway, front, get, change } = await openPages());
});
afterEach(() => gateway[Symbol.asyncDispose]());

const SHOWN = { text: '', ç: null, isLiked: null, isFollowing: null };
const raw = (headers: Record<string, string>) => rawRequest(Number(new URL(gateway.url).port), '/stores/a', headers);
const authorized = () => ({ Authorization: `Bearer ${gateway.person('customer').token}` });

describe('a long page', () => {
  const LONG = 'página longa '.repeat(PACKED_FROM_BYTES);
  const shown = { ...SHOWN, text: LONG };
  const filled = { ...shown, isLiked: true, isFollowing: false };
  beforeEach(() => {
    change(LONG);
  });

  it('is compressed for clients that accept it, once, and plain for others', async () => {
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
    const responses = [await again('gzip', gzipped!), await again('identity', plain!), await again('gzip', plain!)];
    expect(responses.map(({ status }) => status)).toEqual([304, 304, 200]);
    expect(responses.map(({ headers }) => headers.get('etag'))).toEqual([gzipped, plain, gzipped]);
  });

  it('is filled for its viewer, compressed or not', async () => {
    const zipped = await raw({ 'Accept-Encoding': 'gzip', ...authorized() });
    const plain = await raw({ 'Accept-Encoding': 'identity', ...authorized() });

    expect(JSON.parse(gunzipSync(zipped.body).toString())).toEqual(filled);
    expect(JSON.parse(plain.body.toString())).toEqual(filled);
    expect([zipped.headers.etag, zipped.headers['cache-control']]).toEqual([undefined, 'private, no-store']);
  });

  it('responds to a HEAD request with its length and no body', async () => {
    const response = await fetch(`${gateway.url}/stores/a`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'identity' },
    });

    expect([response.headers.get('content-length'), await response.text()]).toEqual([
      `${Buffer.byteLength(JSON.stringify(shown))}`,
      '',
    ]);
  });
});

describe('a page', () => {
  /** Text with which the document has this length. */
  const textOf = (bytes: number) => 'a'.repeat(bytes - Buffer.byteLength(JSON.stringify({ ...SHOWN, text: '' })));
  const headersOf = async () => {
    const { headers, body } = await raw({ 'Accept-Encoding': 'gzip' });
    return { encoding: headers['content-encoding'], body, etag: headers.etag };
  };

  it('over a certain length is compressed for visitors, and plain for clients that accept nothing else', async () => {
    change(textOf(ZIPPED_FROM_BYTES), 'store:a');
    const zipped = await headersOf();
    const plain = await raw({ 'Accept-Encoding': 'identity' });

    expect([zipped.encoding, plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
    expect(zipped.etag).not.toBe(plain.headers.etag);
    const known = await get('a', { 'Accept-Encoding': 'gzip', 'If-None-Match': zipped.etag! });
    expect([known.status, known.headers.get('etag')]).toEqual([304, zipped.etag]);
    const viewed = await raw({ 'Accept-Encoding': 'gzip', ...authorized() });
    expect(JSON.parse(viewed.body.toString())).toMatchObject({ isLiked: true });
  });

  it('that is shorter is sent as it is', async () => {
    change(textOf(ZIPPED_FROM_BYTES - 1), 'store:a');

    const { encoding, body } = await headersOf();

    expect([encoding, body.byteLength]).toEqual([undefined, ZIPPED_FROM_BYTES - 1]);
  });
});

describe('a page of payouts', () => {
  const ids = Array.from({ length: 2 * PAYOUTS_AT_ONCE + 1 }, (_one, n) => `batch-${n}`);
  const item = (id: string, n: number) => ({ id: `${id}-${n}`, payoutId: id, breakdown: { priceCents: n } });
  const head = (id: string) => ({ id, createdAt: new Date(), itemCount: 2 });
  beforeEach(() => {
    const [listed, summary] = [ids.map(head), { heldCents: 1, releasableCents: 2, paidCents: 3, reversedCents: 4 }];
    gateway.services.reply('payouts.listPayouts', () =>
      ListPayoutsResponse.fromPartial({ payouts: listed, total: 99, summary }),
    );
    gateway.services.reply('payouts.getPayouts', (requested: { ids: string[] }) =>
      GetPayoutsResponse.fromPartial({
        payouts: requested.ids.map((id) => ({ ...head(id), items: [item(id, 0), item(id, 1)] })),
      }),
    );
  });

  it.each([
    ['everybody', '/payouts', 'admin', []],
    ['one seller', '/payouts/me', 'seller', ['summary']],
  ])('of %s is complete, and fetched some batches at a time', async (_whose, path, role, more) => {
    const headers = { Authorization: `Bearer ${gateway.person('customer', role).token}` };

    const response = await fetch(`${gateway.url}${path}?skip=3&limit=50`, { headers });

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { payouts, ...rest } = (await response.json()) as { payouts: { id: string; items: { id: string }[] }[] };
    expect(payouts.map(({ id, items }) => [id, ...items.map((one) => one.id)])).toEqual(
      ids.map((id) => [id, `${id}-0`, `${id}-1`]),
    );
    expect(rest).toMatchObject({ total: 99, skip: 3, limit: 50 });
    expect(Object.keys(rest)).toEqual(['total', 'skip', 'limit', 'nextCursor', ...more]);
    const requested = gateway.services.requested.filter(({ method }) => method === 'payouts.getPayouts');
    expect(requested.map(({ request }) => request.ids.length)).toEqual([PAYOUTS_AT_ONCE, PAYOUTS_AT_ONCE, 1]);
  });

  it('without batches is empty', async () => {
    gateway.services.reply('payouts.listPayouts', () => ListPayoutsResponse.fromPartial({}));
    const headers = { Authorization: `Bearer ${gateway.person('customer', 'admin').token}` };

    const response = await fetch(`${gateway.url}/payouts`, { headers });

    expect(await response.json()).toEqual({ payouts: [], total: 0, skip: 0, limit: 20, nextCursor: null });
  });
});

describe('a page of the audit', () => {
  const entry = (minute: number, n: number) => ({
    id: `00000000-0000-7000-8000-00000000000${n}`,
    occurredAt: new Date(Date.UTC(2026, 0, 1, 12, minute)),
    actorRole: 'admin',
    action: 'done',
    subject: `note:${n}`,
    requestId: 'a-request',
    changes: [{ field: 'status', before: Buffer.from('null'), after: Buffer.from('["x"]') }, { field: 'name' }],
  });
  /** What each service has, newest first. */
  const HAS: Record<string, ReturnType<typeof entry>[]> = {
    identity: [entry(9, 1), entry(5, 3), entry(5, 2)],
    payouts: [entry(7, 4), entry(5, 5)],
  };
  const isAfter = (one: { occurredAt?: Date; id: string }, place: { occurredAt: Date; id: string }) =>
    `${one.occurredAt?.toISOString()} ${one.id}` < `${place.occurredAt.toISOString()} ${place.id}`;
  beforeEach(() => {
    gateway.services.reply('audits.listAuditEntries', ({ after, limit }, _call, service) => ({
      entries: (HAS[service] ?? []).filter((one) => !after || isAfter(one, after)).slice(0, limit),
    }));
  });
  const list = async (query: string) => {
    const headers = { Authorization: `Bearer ${gateway.person('admin').token}` };
    const response = await fetch(`${gateway.url}/audit?${query}`, { headers });
    return (await response.json()) as { entries: { subject: string; service: string }[]; nextCursor: string | null };
  };

  it('is merged from all services in one order, page by page', async () => {
    const subjects: string[] = [];
    for (let query = 'limit=2'; query !== '';) {
      const { entries, nextCursor } = await list(query);
      subjects.push(entries.map(({ service, subject }) => `${service} ${subject}`).join());
      query = nextCursor ? `limit=2&cursor=${nextCursor}` : '';
    }

    expect(subjects).toEqual(['identity note:1,payouts note:4', 'payouts note:5,identity note:3', 'identity note:2']);
  });

  it('queries a single service, shows changes, and rejects an invalid cursor', async () => {
    const { entries, nextCursor } = await list(
      'service=payouts&actor=a&subject=b&action=c&from=2026-01-01&to=2026-01-02',
    );

    expect(entries[0]).toMatchObject({
      occurredAt: '2026-01-01T12:07:00.000Z',
      actorId: null,
      changes: [{ field: 'status', before: null, after: ['x'] }, { field: 'name' }],
    });
    expect(nextCursor).toBeNull();
    const requested = gateway.services.requested.filter(({ method }) => method === 'audits.listAuditEntries');
    expect(requested.map(({ service }) => service)).toEqual(['payouts']);
    expect(requested[0]!.request).toMatchObject({
      actorId: 'a',
      subject: 'b',
      action: 'c',
      from: new Date('2026-01-01T03:00:00Z'),
      before: new Date('2026-01-03T03:00:00Z'),
      limit: 21,
    });
    const beforeHistory = Buffer.from(`-271821-04-20T00:00:00.000Z ${entry(1, 1).id}`).toString('base64url');
    for (const cursor of ['bm90aGluZw', beforeHistory])
      expect(await list(`cursor=${cursor}`)).toMatchObject({ status: 400, errors: [{ path: 'cursor' }] });
  });
});
