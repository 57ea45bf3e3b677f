import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type ServiceUnderTest } from '@estampa/testing/start-service';
import { Client, credentials } from '@grpc/grpc-js';
import { listedServices, stateOf } from './standard-services.ts';

let payouts: ServiceUnderTest;
let client: Client;

beforeAll(async () => {
  payouts = await startService('payouts');
  client = new Client(payouts.address, credentials.createInsecure());
});

afterAll(async () => {
  client?.close();
  await payouts?.stop();
});

it('a service reports to a probe that it serves, and lists its methods outside production', async () => {
  expect(await stateOf(client, '')).toEqual({ status: 'SERVING' });
  expect(await listedServices(client, 'v1')).toContain('estampa.payouts.v1.PayoutService');
});
