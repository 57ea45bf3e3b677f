import { signIn } from '@estampa/stack/demo/people';
import { expect } from 'vitest';
import { eventually } from '../src/eventually.ts';
import type { ServiceView } from '../src/service-view.ts';
import { haveUsableKey, proposedRun } from './proposed-run.ts';
import { sandboxOf } from './provider-hands.ts';
import { PASSWORD, type Shop } from './shop.ts';

export type RunGround = Shop & { sandboxUrl: string; asaasToken: string; payouts: ServiceView };

const OTHER_ADMIN = { email: 'other-admin@example.com', password: PASSWORD };
const KEY = 'sales@test-store.example';

/** Two runs that pay nobody: one is withdrawn, of the other the transfer fails. */
export async function showRuns(shop: RunGround): Promise<void> {
  const { admin, api, product, sandboxUrl, payouts } = shop;
  const { sellerProfileId } = product;
  await haveUsableKey(payouts, sellerProfileId, KEY);
  await admin.client.createUser({ body: { ...OTHER_ADMIN, name: 'Other Admin', roles: ['admin'] } });
  const other = await signIn(api, OTHER_ADMIN);

  await admin.client.withdrawPayoutRun({ id: (await proposedRun(admin)).id });
  await sandboxOf(sandboxUrl).script({
    method: 'POST',
    path: '/asaas/v3/transfers',
    contains: KEY,
    transfer: 'failed',
  });
  const { id } = await proposedRun(admin);
  await other.client.approvePayoutRun({ id });
  await eventually(async () => {
    const { transfers } = await admin.client.getPayoutRun({ id });
    expect(transfers).toMatchObject([{ sellerProfileId, status: 'failed', failure: 'not_delivered' }]);
  });
  await sendWebhooks(shop);
}

/** Of a transfer that nobody requested. */
async function sendWebhooks({ api, asaasToken }: RunGround): Promise<void> {
  const transfer = { id: 'transfer-1', value: 25.66, status: 'PENDING', externalReference: null };
  const headers = { 'asaas-access-token': asaasToken };
  const webhook = { id: 'evt_1', event: 'TRANSFER_CREATED', transfer };
  await api.send('POST', '/webhooks/transfers/asaas', webhook, headers);
  await api.send('POST', '/webhooks/transfers/asaas/approval', { type: 'TRANSFER', transfer }, headers);
}
