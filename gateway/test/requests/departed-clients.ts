import { connect } from 'node:net';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpRequests } from '../../src/metrics.ts';
import { startGateway, type TestGateway } from '../gateway.ts';

const PATH = '/orders/{orderId}/refund';
const PART = { amountCents: 500 };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

it('does nothing when the client has left before its body is read, rather than what an empty body asks for', async () => {
  const admin = gateway.person('admin');
  const path = `/orders/${admin.userId}/refund`;
  const body = JSON.stringify(PART);
  const checked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  gateway.services.reply('auth.listCallers', async () => {
    checked.resolve();
    await released.promise;
    return { callers: [admin] };
  });

  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nIdempotency-Key: one\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await checked.promise;
  socket.destroy();
  await eventually(async () => {
    const { values } = await httpRequests.get();
    const left = values.find(({ labels }) => labels.route === PATH && labels.status === 'aborted');
    expect(left?.value).toBe(1);
  });
  released.resolve();

  const headers = { 'Idempotency-Key': 'one' };
  const response = await gateway.send({ method: 'post', path }, { as: admin, body: PART, headers });
  expect(response.status).toBe(200);
  const requested = gateway.services.requested.filter(({ method }) => method.endsWith('.refundOrder'));
  expect(requested.map(({ request }) => request)).toMatchObject([PART]);
});
