import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { status } from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORTS_OF_ALL, EXPORTS_OF_CALLER } from '../src/routes/export-reply.ts';
import { type Person, startGateway, type TestGateway } from './gateway.ts';
import { sampleResponse } from './sample-messages.ts';

const PATH = '/orders/export';
const ID = '01900000-0000-7000-8000-000000000001';
const ROWS = 20;
/** Large rows, so that few of them fill the connections. */
const ROW_BYTES = 100_000;
/** Parts of 2 MB that may be on their way to a client that takes nothing: some in each of two connections, and sixteen between them. */
const PARTS_AHEAD_MAX = 40;

type Order = { email: string; title?: string; items: object[] };
const { orders: samples } = sampleResponse('/estampa.orders.v1.OrderExportService/ExportOrders') as { orders: Order[] };
const BUYER = { email: 'buyer@example.com', fullName: '=1+1', phone: '+5511999999999' };
const order = { ...samples[0]!, ...BUYER, couponCode: 'NATAL-10', discountFunder: 'seller' };
const part = (cursor?: string) => ({ orders: [order], cursor });
const largeOrder = { ...order, fullName: 'x'.repeat(ROW_BYTES) };
const large = { orders: Array.from({ length: ROWS }, () => largeOrder), cursor: 'more' };

let gateway: TestGateway;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  admin = gateway.person('admin');
  seller = gateway.person('customer', 'seller');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const send = (as: Person, path = PATH) => gateway.send({ method: 'get', path }, { as });
const requestedBy = () => gateway.services.requested.filter(({ method }) => method === 'orderExports.exportOrders');
const reply = (parts: () => Iterable<unknown> | AsyncIterable<unknown>) =>
  gateway.services.reply('orderExports.exportOrders', parts);

/** So many large parts, or without an end, and one row; it counts those made, and knows when it is let go of. */
function endless(parts = Infinity) {
  const made = { parts: 0, isOver: false };
  reply(async function* () {
    try {
      for (; made.parts < parts; made.parts += 1) yield large;
      yield part();
    } finally {
      made.isOver = true;
    }
  });
  return made;
}

/** A client that reads nothing of the body. */
async function open(as: Person): Promise<IncomingMessage> {
  const request = get(gateway.url + PATH, { headers: { Authorization: `Bearer ${as.token}` }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

describe('an export of orders', () => {
  it('is CSV with a header row, which a spreadsheet takes for text', async () => {
    reply(() => [part('1'), part()]);
    const response = await send(admin);
    const [header, first, ...more] = (await response.text()).split('\r\n');

    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect(header).toMatch(/^id,orderNumber,createdAt,.*,email,phone,couponCode,.*,sellerDiscountCents$/);
    expect(first).toContain(",'=1+1,");
    expect(first).toMatch(/,buyer@example.com,'\+5511999999999,NATAL-10,0,1$/);
    expect(more).toEqual([first, '']);
  });

  it('is a line of JSON for each order, as the list shows it', async () => {
    reply(() => [part('1'), part()]);
    gateway.services.reply('orders.listOrders', () => ({ orders: [order], total: 1 }));
    const lines = (await (await send(admin, `${PATH}?format=jsonl`)).text()).split('\n');
    const { orders } = (await (await send(admin, '/orders')).json()) as { orders: object[] };

    expect(lines.map((line) => line && JSON.parse(line))).toEqual([orders[0], orders[0], '']);
  });

  it('has of a seller what the list of the seller shows: no e-mail and no telephone number', async () => {
    reply(() => [part()]);
    const [header] = (await (await send(seller)).text()).split('\r\n');
    const [line] = (await (await send(seller, `${PATH}?format=jsonl`)).text()).split('\n');

    expect(header!.split(',').filter((name) => ['email', 'phone'].includes(name))).toEqual([]);
    expect(Object.keys(JSON.parse(line!)).filter((name) => ['email', 'phone'].includes(name))).toEqual([]);
    expect(requestedBy().at(-1)!.request).toMatchObject({ sellerProfileId: seller.userId });
  });

  it('takes the filters of the list, and where to continue', async () => {
    reply(() => [part()]);
    const query = `payment_status=approved&search=ana&email=A@b.c&user_id=${ID}&created_at=2026-01-02&after=${ID}`;
    await (await send(admin, `${PATH}?${query}`)).text();

    expect(requestedBy().at(-1)!.request).toMatchObject({
      sellerProfileId: undefined,
      paymentStatus: 'approved',
      search: 'ana',
      email: 'A@b.c',
      userId: ID,
      createdFrom: new Date('2026-01-02T03:00:00Z'),
      after: ID,
      cursor: undefined,
    });
  });

  it.each(['format=xml', 'after=7', 'payment_status=late'])('rejects %s', async (query) => {
    expect((await send(admin, `${PATH}?${query}`)).status).toBe(400);
  });

  it('is rejected as the service rejects it', async () => {
    reply(() => {
      throw new DomainError('forbidden', 'forbidden', 'You may not do this');
    });
    const response = await send(seller);

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'forbidden' });
  });

  it('continues where a call ended before the last part, or was cut off', async () => {
    const cursors: unknown[] = [];
    gateway.services.reply('orderExports.exportOrders', async function* ({ cursor }) {
      cursors.push(cursor);
      yield part(cursor === 'b' ? undefined : cursor === 'a' ? 'b' : 'a');
      // oxlint-disable-next-line no-throw-literal -- what grpc-js sends is no Error
      if (cursor === 'a') throw { code: status.UNAVAILABLE, details: 'restarted' };
    });
    const lines = (await (await send(admin)).text()).split('\r\n');

    expect([cursors, lines.length]).toEqual([[undefined, 'a', 'b'], 5]);
  });
});

describe('an export that fails on the way', () => {
  const failing = () =>
    reply(async function* () {
      yield part('1');
      throw new Error('on the way');
    });

  it('breaks off, so that no client takes the beginning for all of it', async () => {
    failing();
    const response = await send(admin);

    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('resets the connection of a client that knows no chunks, to which a mere end means that it is complete', async () => {
    failing();
    const socket = connect(gateway.port, '127.0.0.1');
    socket.resume().write(`GET ${PATH} HTTP/1.0\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`);

    await expect(once(socket, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('an export whose client', () => {
  /** Until nothing more is made, since the client takes nothing. */
  const still = (made: { parts: number }, before = -1): Promise<unknown> =>
    eventually(() => {
      const isStill = made.parts === before;
      before = made.parts;
      return isStill;
    });

  it('leaves ends at once, in the service too', async () => {
    const made = endless();
    const response = await open(admin);
    await still(made);
    expect(made.isOver).toBe(false);
    response.destroy();

    await eventually(() => expect(made.isOver).toBe(true));
  });

  it('wants only the headers ends at once', async () => {
    const made = endless();
    const response = await fetch(gateway.url + PATH, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${admin.token}` },
    });

    expect(response.status).toBe(200);
    await eventually(() => expect(made.isOver).toBe(true));
  });

  it('takes nothing is waited for, with few rows made for it, and gets all when it goes on', async () => {
    const made = endless(PARTS_AHEAD_MAX);
    const response = await open(admin);
    await still(made);
    expect([made.parts < PARTS_AHEAD_MAX, made.isOver]).toEqual([true, false]);
    let lines = 0;
    for await (const chunk of response) lines += (chunk as Buffer).toString('latin1').split('\n').length - 1;

    expect([lines, made.isOver]).toEqual([1 + PARTS_AHEAD_MAX * ROWS + 1, true]);
  });
});

describe('exports under way', () => {
  it('are so many of one caller, and so many of all', async () => {
    reply(async function* () {
      yield part('more');
      await new Promise(() => undefined);
    });
    const responses: IncomingMessage[] = [];
    for (let index = 0; index < EXPORTS_OF_ALL; index += 1) {
      if (index % EXPORTS_OF_CALLER === 0) admin = gateway.person('admin');
      responses.push(await open(admin));
    }
    const [ofCaller, ofAll] = [await send(admin), await send(gateway.person('admin'))];
    for (const response of responses) response.destroy();

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(EXPORTS_OF_ALL).fill(200));
    expect([ofCaller.status, ofCaller.headers.get('retry-after')]).toEqual([429, '15']);
    expect([ofAll.status, ofAll.headers.get('retry-after')]).toEqual([503, '15']);
    await eventually(async () => expect((await open(admin)).destroy().statusCode).toBe(200));
  });
});

describe('an export of payout items', () => {
  const path = '/payouts/items/export';
  const requested = () => gateway.services.requested.findLast(({ method }) => method.endsWith('exportPayoutItems'));

  it('is of all sellers for admins, of a seller for that one', async () => {
    const header = (await (await send(admin, path)).text()).split('\r\n')[0];
    expect(requested()!.request).toMatchObject({ sellerProfileId: undefined });
    await (await send(seller, `${path}?status=held&orderId=${ID}&format=jsonl`)).text();

    expect(header).toMatch(
      /^id,type,orderId,.*,amountCents,.*,platformFeePercent,feeOverrideId,.*,sellerDiscountCents$/,
    );
    expect(requested()!.request).toMatchObject({ sellerProfileId: seller.userId, status: 'held', orderId: ID });
  });
});
