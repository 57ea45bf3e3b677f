import { randomUUID } from 'node:crypto';
import { signIn } from '@estampa/stack/demo/people';
import { expect } from 'vitest';
import { eventually } from '../src/eventually.ts';
import type { ServiceView } from '../src/service-view.ts';
import { sandboxOf } from './provider-hands.ts';
import { PASSWORD, type Shop } from './shop.ts';

const OTHER_ADMIN = { email: 'other-admin@example.com', password: PASSWORD };
const KEY = 'sales@test-store.example';

/** Two runs that pay nobody: one is withdrawn, of the other the transfer fails. */
export async function showRuns(shop: Shop & { sandboxUrl: string }, payouts: ServiceView): Promise<void> {
  const { admin, api, product, sandboxUrl } = shop;
  const { sellerProfileId } = product;
  await payouts.database.query(
    `insert into pix_key (id, seller_profile_id, kind, key, set_by, set_at, usable_from)
     values ($1, $2, 'email', $3, $1, now() - interval '2 days', now() - interval '1 day')`,
    [randomUUID(), sellerProfileId, KEY],
  );
  await admin.client.createUser({ body: { ...OTHER_ADMIN, name: 'Other Admin', roles: ['admin'] } });
  const other = await signIn(api, OTHER_ADMIN);
  const start = async () => {
    const { plan } = await admin.client.runPayouts({ body: {} });
    const body = { dryRun: false, digest: plan!.digest, needsTwoApprovers: true };
    return (await admin.client.runPayouts({ body })).run!;
  };

  await admin.client.withdrawPayoutRun({ id: (await start()).id });
  await sandboxOf(sandboxUrl).script({
    method: 'POST',
    path: '/asaas/v3/transfers',
    contains: KEY,
    transfer: 'failed',
  });
  const { id } = await start();
  await other.client.approvePayoutRun({ id });
  await eventually(async () => {
    const { transfers } = await admin.client.getPayoutRun({ id });
    expect(transfers).toMatchObject([{ sellerProfileId, status: 'failed', failure: 'not_delivered' }]);
  });
}
