import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLabel } from './demo-requests.ts';
import { eventually, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed.stop());

const post = (path: string, body: unknown) => bed.melhorEnvio('POST', path, body);
const newLabel = async (changes: object = {}) => (await post('/cart', aLabel(changes as Record<string, unknown>))).body;
const generated = async (changes: object = {}) => {
  const label = await newLabel(changes);
  await post('/shipment/checkout', { orders: [label.id] });
  await post('/shipment/generate', { orders: [label.id] });
  return label;
};
const statusOf = async (id: string) => (await bed.melhorEnvio('GET', `/orders/${id}`)).body.status;

it.each([
  [{ authorization: 'Bearer other' }, 401],
  [{ authorization: '' }, 401],
  [{ 'user-agent': 'Estampa' }, 400],
  [{ accept: '*/*' }, 406],
])('rejects a request with %j as %i', async (headers, status) => {
  const response = await bed.melhorEnvio('GET', '/balance', undefined, headers);

  expect(response).toMatchObject({ status, body: { message: expect.any(String) } });
});

describe('quotes', () => {
  const ceps = { from: { postal_code: '01310100' }, to: { postal_code: '69900-000' } };
  const product = { id: '1', width: 20, height: 4, length: 30, weight: 0.4, insurance_value: 79.9, quantity: 2 };

  it('have prices as strings and an error without a price where a service is unavailable', async () => {
    const { body } = await post('/shipment/calculate', { ...ceps, products: [product], services: '1,17' });

    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({
      id: 1,
      name: 'PAC',
      price: expect.stringMatching(/^\d+\.\d\d$/),
      company: { name: 'Correios' },
    });
    expect(body[1]).toMatchObject({ id: 17, error: expect.any(String) });
    expect(body[1]).not.toHaveProperty('price');
  });

  it('name the wrong fields', async () => {
    const response = await post('/shipment/calculate', { from: { postal_code: '1' }, to: { postal_code: '69900000' } });

    expect(response).toMatchObject({ status: 422, body: { errors: { 'from.postal_code': [expect.any(String)] } } });
  });
});

describe('the cart', () => {
  it('returns 201 with an id, a protocol and the price as a string', async () => {
    const response = await post('/cart', aLabel());

    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ status: 'pending', price: expect.any(String), tracking: null });
    expect(response.body.protocol).toMatch(/^ORD-\d+$/);
    expect((await bed.melhorEnvio('GET', `/cart/${response.body.id}`)).body).toEqual(response.body);
  });

  it('lets a label be dropped until it is bought', async () => {
    const [dropped, bought] = [await newLabel(), await newLabel()];
    await post('/shipment/checkout', { orders: [bought.id] });

    expect((await bed.melhorEnvio('DELETE', `/cart/${dropped.id}`)).status).toBe(204);
    expect((await bed.melhorEnvio('GET', `/orders/${dropped.id}`)).status).toBe(404);
    expect((await bed.melhorEnvio('DELETE', `/cart/${bought.id}`)).status).toBe(404);
  });

  const { from, to, volumes, options } = aLabel();
  it.each([
    [{ service: 99 }, 'service'],
    [{ from: { ...from, document: '52998224724' } }, 'from.document'],
    [{ to: { ...to, document: undefined } }, 'to.document'],
    [{ to: { ...to, state_abbr: 'SP' } }, 'to.state_abbr'],
    [{ to: { ...to, postal_code: '123' } }, 'to.postal_code'],
    [{ products: [] }, 'products'],
    [{ volumes: [] }, 'volumes'],
    [{ volumes: [...volumes, ...volumes] }, 'volumes'],
    [{ options: { ...options, non_commercial: false } }, 'options.invoice.key'],
    [{ options: { ...options, invoice: { key: '1'.repeat(44) } } }, 'options.invoice'],
  ])('rejects %j naming %s', async (change, field) => {
    const response = await post('/cart', aLabel(change));

    expect(response.status).toBe(422);
    expect(response.body.errors).toHaveProperty([field]);
  });

  it('takes a commercial label with an invoice key and a company document', async () => {
    const sender = { ...from, document: undefined, company_document: '11.222.333/0001-81', state_register: '123' };
    const invoice = { key: '3'.repeat(44) };
    const response = await post(
      '/cart',
      aLabel({ from: sender, options: { ...options, non_commercial: false, invoice } }),
    );

    expect(response.status).toBe(201);
  });
});

describe('a label', () => {
  it('is bought from the wallet once, generated once, and printed after that', async () => {
    const balance = async () => Number((await bed.melhorEnvio('GET', '/balance')).body.balance);
    const before = await balance();
    const { id, price } = await newLabel();
    const orders = [id];

    expect((await post('/shipment/generate', { orders })).body[id].status).toBe(false);
    expect((await post('/shipment/print', { orders })).status).toBe(422);
    const bought = await post('/shipment/checkout', { orders });
    expect(bought.body.purchase).toMatchObject({ status: 'paid', total: price, orders: [{ id, status: 'released' }] });
    expect(await post('/shipment/checkout', { orders })).toMatchObject({
      status: 422,
      body: { error: expect.any(String) },
    });
    expect(await balance()).toBeCloseTo(before - Number(price), 2);
    expect((await post('/shipment/generate', { orders })).body[id].status).toBe(true);
    expect((await post('/shipment/generate', { orders })).body[id]).toEqual({
      status: false,
      message: expect.stringContaining('already generated'),
    });

    const { url } = (await post('/shipment/print', { orders, mode: 'public' })).body;
    const label = await bed.call(new URL(url).pathname);
    expect(label).toMatchObject({ status: 200, body: expect.stringContaining('NOT FOR POSTING') });
  });

  it('is not bought with an empty wallet, which pays once it is filled, and gets back what a cancelled one cost', async () => {
    const { id, price } = await newLabel();
    const wallet = async () => (await bed.melhorEnvio('GET', '/balance')).body.balance;
    await bed.control('PATCH', '/settings', { balances: { melhorenvio: 0 } });

    const rejected = await post('/shipment/checkout', { orders: [id] });
    expect(rejected).toMatchObject({ status: 422, body: { error: expect.any(String) } });
    expect([await statusOf(id), await wallet()]).toEqual(['pending', '0.00']);
    const balances = { melhorenvio: Math.round(Number(price) * 100) };
    await bed.control('PATCH', '/settings', { balances });
    expect(await post('/shipment/checkout', { orders: [id] })).toMatchObject({ status: 200 });
    expect(await wallet()).toBe('0.00');
    await post('/shipment/cancel', { order: { id, reason_id: 2, description: 'demo' } });
    expect(await wallet()).toBe(price);
    await bed.control('PATCH', '/settings', { balances: {} });
  });

  it('is cancelled with money back until it is posted', async () => {
    const order = (id: string) => ({ order: { id, reason_id: 2, description: 'order refunded' } });
    const [early, late] = [await generated(), await generated()];
    await bed.control('POST', `/parcels/${late.id}/advance`, { to: 'posted' });
    const cancellable = await post('/shipment/cancellable', { orders: [early.id, late.id] });

    expect(cancellable.body).toEqual({ [early.id]: { cancellable: true }, [late.id]: { cancellable: false } });
    expect((await post('/shipment/cancel', order(early.id))).body).toEqual({ [early.id]: { canceled: true } });
    expect((await post('/shipment/cancel', order(late.id))).body).toEqual({ [late.id]: { canceled: false } });
    expect((await post('/shipment/cancel', { order: { id: early.id, reason_id: 9 } })).status).toBe(422);
    expect(await statusOf(early.id)).toBe('canceled');
  });

  it('is tracked by id, keyed, with local times, and found by tag and protocol', async () => {
    const tags = [{ tag: 'order-tracked' }];
    const { id, protocol } = await generated({ options: { ...aLabel().options, tags } });
    const moved = await bed.control('POST', '/parcels/order-tracked/advance', { to: 'delivered' });
    const { body } = await post('/shipment/tracking', { orders: [id, '0f4c0000-0000-4000-8000-000000000000'] });

    expect(moved.body.status).toBe('delivered');
    expect(Object.keys(body)).toEqual([id]);
    expect(body[id]).toMatchObject({
      protocol,
      status: 'delivered',
      tracking: expect.stringMatching(/^SB\d{9}BR$/),
      posted_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      delivered_at: expect.any(String),
      canceled_at: null,
    });
    for (const q of ['order-tracked', protocol, body[id].tracking])
      expect((await bed.melhorEnvio('GET', `/orders/search?q=${q}`)).body).toMatchObject([{ id }]);
  });

  it('is generated a while after that was ordered, where that takes its time', async () => {
    const order = async () => (await post('/shipment/generate', { orders: [id] })).body[id].status;
    const { id } = await newLabel();
    await post('/shipment/checkout', { orders: [id] });
    await bed.control('PATCH', '/settings', { melhorenvioGenerationMs: 3_600_000 });

    expect(await order()).toBe(true);
    expect(await statusOf(id)).toBe('released');
    expect((await post('/shipment/print', { orders: [id] })).status).toBe(422);
    await bed.control('PATCH', '/settings', { melhorenvioGenerationMs: 5 });
    expect(await order()).toBe(true);
    await bed.control('PATCH', '/settings', { melhorenvioGenerationMs: 0 });
    await eventually(async () => expect(await statusOf(id)).toBe('generated'));
  });

  it('returns a cached tracking response until it expires', async () => {
    await bed.control('PATCH', '/settings', { melhorenvioTrackingCacheMs: 3_600_000 });
    const { id } = await generated();
    const trackedAs = async () => (await post('/shipment/tracking', { orders: [id] })).body[id].status;
    expect(await trackedAs()).toBe('generated');
    await bed.control('POST', `/parcels/${id}/advance`, { to: 'posted' });

    expect([await trackedAs(), await statusOf(id)]).toEqual(['generated', 'posted']);
    await bed.control('PATCH', '/settings', { melhorenvioTrackingCacheMs: 0 });
    expect(await trackedAs()).toBe('posted');
  });

  it('of Jadlog has no carrier code before it is posted', async () => {
    const { id } = await generated({ service: 3 });

    expect((await post('/shipment/tracking', { orders: [id] })).body[id]).toMatchObject({
      tracking: null,
      melhorenvio_tracking: expect.stringMatching(/^ME/),
    });
  });

  it('moves only where a carrier could take it', async () => {
    const { id } = await newLabel();

    expect((await bed.control('POST', `/parcels/${id}/advance`, { to: 'delivered' })).status).toBe(409);
    expect((await bed.control('POST', `/parcels/${id}/advance`, { to: 'lost' })).status).toBe(400);
    expect((await bed.control('POST', '/parcels/none/advance', { to: 'posted' })).status).toBe(404);
  });
});
