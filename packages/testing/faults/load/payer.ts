import { createPayout } from '@estampa/stack/demo/purchase';
import type { Random } from '@estampa/stack/random';
import type { InUse } from '../stage/in-use.ts';
import { untilAccepted } from './until-accepted.ts';

const FAILED = 0.3;

/** An admin makes a batch of what can be paid out, and says what became of it. */
export async function payArtists({ shop, journal }: InUse, random: Random): Promise<void> {
  const { client } = shop.admin;
  const { sellerProfileId } = shop.product;
  const batch = await untilAccepted('a payout', (options) => createPayout(shop.admin, sellerProfileId, options));
  if (batch === null) return;
  const { id } = batch;
  journal.payouts.set(id, 'pending');
  if (random.chance(FAILED)) {
    await untilAccepted(`the failure of payout ${id}`, (options) =>
      client.markPayoutFailed({ id, body: { reason: 'account closed' } }, options),
    );
    journal.payouts.set(id, 'failed');
  } else {
    await untilAccepted(`the payment of payout ${id}`, (options) => client.markPayoutPaid({ id, body: {} }, options));
    journal.payouts.set(id, 'paid');
  }
}
