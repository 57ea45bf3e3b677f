import { randomUUID } from 'node:crypto';
import { Random } from '@estampa/stack/random';
import { checkPaid } from '@estampa/testing/transfer-kills/check';
import { payUnderKills } from '@estampa/testing/transfer-kills/kills';
import { describe, expect, it } from 'vitest';
import { AMOUNT_CENTS } from './events.ts';
import type { Stage } from './stage.ts';

const SEED = 20_261_128;
const KILLS = 4;
const MISFORTUNES = 6;
const DEADLINE_MS = 180_000;

/** A short one of `npm run faults -- --payout-kills`. */
export function describeTransferKills(given: () => Stage): void {
  describe('processes that are killed while payout runs are sent', () => {
    it(
      'pay each seller once, to its own key',
      async () => {
        const { service, sandboxUrl, secrets, databaseUrl, startReplica, aReleasableOrder } = given();
        await using replica = await startReplica();
        const sellers = Array.from({ length: MISFORTUNES }, () => ({
          sellerProfileId: randomUUID(),
          earnedCents: AMOUNT_CENTS,
        }));
        for (const { sellerProfileId } of sellers) await aReleasableOrder({ sellerProfileId });
        const view = replica.service('payouts');
        const inUse = {
          replicas: [service, view],
          database: service.database,
          sandboxUrl,
          asaasApiKey: secrets.asaasApiKey,
          random: new Random(SEED),
        };

        const paid = await payUnderKills(inUse, {
          rounds: [sellers],
          kills: KILLS,
          misfortunes: MISFORTUNES,
        });
        const { wrongs, tallies } = await checkPaid({ ...inUse, databaseUrl }, paid);

        expect(wrongs).toEqual([]);
        expect(paid.kills).toBeGreaterThan(0);
        expect(tallies.map(({ doubled, lost, misled }) => [doubled, lost, misled])).toEqual(
          Array(MISFORTUNES).fill([0, 0, 0]),
        );
      },
      DEADLINE_MS,
    );
  });
}
