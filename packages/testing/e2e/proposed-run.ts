import { randomUUID } from 'node:crypto';
import type { Api } from '@estampa/stack/demo/api';
import type { ServiceView } from '../src/service-view.ts';

/** Set long enough ago to be paid to. */
export async function haveUsableKey(payouts: ServiceView, sellerProfileId: string, key: string): Promise<void> {
  await payouts.database.query(
    `insert into pix_key (id, seller_profile_id, kind, key, set_by, set_at, usable_from)
     values ($1, $2, 'email', $3, $1, now() - interval '2 days', now() - interval '1 day')`,
    [randomUUID(), sellerProfileId, key],
  );
}

/** Of all who can be paid now; it waits for another admin. */
export async function proposedRun(admin: Api) {
  const { plan } = await admin.client.runPayouts({ body: {} });
  const body = { dryRun: false, digest: plan!.digest, needsTwoApprovers: true };
  return (await admin.client.runPayouts({ body })).run!;
}
