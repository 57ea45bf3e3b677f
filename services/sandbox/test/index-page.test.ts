import { afterAll, beforeAll, expect, it } from 'vitest';
import { aLabel, createCharge } from './demo-requests.ts';
import { eventually, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed.stop());

const index = async () => (await bed.call('/')).body as string;

it('responds to its health check', async () => {
  expect(await bed.call('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
});

it('lists charges with links to their pages, and receives a confirmed card payment by a button', async () => {
  const { id } = await createCharge(bed);
  await bed.submit(`/i/${id}/pay`, { method: 'card', cardNumber: '4444444444444444' });
  const before = await index();
  const pressed = await bed.submit(`/_control/charges/${id}/receive`);

  expect(before).toContain(`href="i/${id}"`);
  expect(before).toContain(`action="_control/charges/${id}/receive"`);
  expect(pressed).toMatchObject({ status: 303 });
  expect((await bed.asaas('GET', `/payments/${id}/status`)).body).toEqual({ status: 'RECEIVED' });
  expect((await bed.submit(`/_control/charges/${id}/receive`)).status).toBe(409);
});

it('offers for a parcel only the moves that would be accepted', async () => {
  const { body: label } = await bed.melhorEnvio('POST', '/cart', aLabel());
  const inCart = await index();
  await bed.melhorEnvio('POST', '/shipment/checkout', { orders: [label.id] });
  await bed.melhorEnvio('POST', '/shipment/generate', { orders: [label.id] });
  const generated = await index();
  await bed.submit(`/_control/parcels/${label.protocol}/advance`, { to: 'delivered' });

  expect(inCart).not.toContain('value="delivered"');
  expect(generated).toContain('value="delivered"');
  expect(await index()).not.toContain('value="posted"');
  expect(await bed.call(`/track/${label.self_tracking}`)).toMatchObject({ body: expect.stringContaining('delivered') });
});

it('shows notifications and sends one again by a button', async () => {
  const charge = await createCharge(bed, { externalReference: 'order-again:1' });
  const [delivery] = (await bed.control('GET', `/webhooks?subjectId=${charge.id}`)).body.deliveries;
  const sent = () => bed.receiver.received.filter(({ body }) => body.payment?.id === charge.id);
  await eventually(() => expect(sent()).toHaveLength(1));

  await bed.submit(`/_control/webhooks/${encodeURIComponent(delivery.id)}/deliver`);

  await eventually(() => expect(sent()).toHaveLength(2));
  expect(await index()).toContain('order-again:1');
});

it('lists scripts and balances, and releases a script by a button', async () => {
  const rule = { method: 'POST', path: '/asaas/v3/nothing', fail: 503, times: 3 };
  const { id } = (await bed.control('POST', '/scripts', rule)).body;
  await bed.control('PATCH', '/settings', { balances: { asaas: 1_234, melhorenvio: 56_789 } });
  const page = await index();
  await bed.submit(`/_control/scripts/${id}/release`);
  await bed.control('PATCH', '/settings', { balances: {} });

  expect(page).toContain('fail: 503');
  expect(page).toContain('12,34');
  expect(page).toContain('567,89');
  expect((await bed.control('GET', `/scripts/${id}`)).body.state).toBe('released');
});

it('moves a charge through a dispute by control', async () => {
  const { id } = await createCharge(bed);
  await bed.submit(`/i/${id}/pay`, { method: 'pix' });
  const states: string[] = [];
  for (const to of ['chargeback_requested', 'chargeback_dispute', 'chargeback_lost'])
    states.push((await bed.control('POST', `/charges/${id}/move`, { to })).body.status);

  expect(states).toEqual(['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'REFUNDED']);
  expect((await bed.control('POST', `/charges/${id}/move`, { to: 'received' })).status).toBe(409);
  expect((await bed.control('POST', `/charges/${id}/move`, { to: 'heaven' })).status).toBe(400);
});
