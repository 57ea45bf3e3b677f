import { randomUUID } from 'node:crypto';
import { PayoutRunServiceClient } from '@estampa/contracts/payouts/v1/payout_run';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchTransfers } from '../src/usecases/transfers/match-transfers.ts';
import { AMOUNT_CENTS } from './events.ts';
import { openReplica } from './replica-context.ts';
import { runStage } from './run-stage.ts';
import { ADMIN, sellerCaller, type Stage } from './stage.ts';

const FEE_CENTS = 35;
const VALUE = (2 * AMOUNT_CENTS) / 100;

/** What left the account, by the provider's own list. */
export function describeMatchedTransfers(given: () => Stage): void {
  const { runs, query, sandbox, sendPast, atProvider, sellersOf, start, statusIs } = runStage(given);
  const otherAdmin = { ...ADMIN, userId: randomUUID() };
  let replica: Awaited<ReturnType<typeof openReplica>>;
  let approvalUrl: string;
  beforeAll(async () => {
    replica = await openReplica(given());
    approvalUrl = (await sandbox('GET', '/settings')).asaasApprovalUrl;
  });
  afterAll(async () => {
    await sandbox('PATCH', '/settings', { asaasApprovalUrl: approvalUrl, asaasTransferFeeCents: 0 });
    await replica?.close();
  });
  const match = () => matchTransfers(replica.context(), new AbortController().signal);

  describe('a transfer that left the account', () => {
    it('costs the platform what the provider takes, and is explained by its payout or listed', async () => {
      await sandbox('PATCH', '/settings', { asaasTransferFeeCents: FEE_CENTS });
      const [seller] = await sellersOf(1);
      const run = await start();
      await runs(otherAdmin).approvePayoutRun({ id: run.id });
      const { id, payoutId } = await statusIs(run.id, seller!.order, 'done');
      const posted = `select debit, credit, amount_cents::int as cents, order_id from ledger_transfer where payout_id = $1 and kind = 'transfer_fee'`;
      expect(await query(posted, payoutId)).toEqual([
        { debit: 'provider_fees', credit: 'clearing', cents: FEE_CENTS, order_id: null },
      ]);

      // As where the validation of withdrawals is not set up.
      await sandbox('PATCH', '/settings', { asaasApprovalUrl: null });
      const pixAddressKey = 'thief@example.com';
      const nobodys = await sendPast({ value: VALUE, pixAddressKey });
      const second = await sendPast({ value: VALUE, pixAddressKey, externalReference: id });
      await sandbox('PATCH', '/settings', { asaasApprovalUrl: approvalUrl });

      const [{ id: own }] = (await atProvider(id)).filter((one: { id: string }) => one.id !== second);
      await eventually(async () => {
        await match();
        const { transfers, total } = await runs().listUnmatchedTransfers({});
        const ours = transfers.filter(({ providerId }) => [own, nobodys, second].includes(providerId));
        expect(ours.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
          {
            providerId: second,
            amountCents: 2 * AMOUNT_CENTS,
            reason: 'second_transfer',
            transferId: id,
            payoutId,
            seenAt: expect.any(Date),
          },
          { providerId: nobodys, amountCents: 2 * AMOUNT_CENTS, reason: 'unknown', seenAt: expect.any(Date) },
        ]);
        expect(total).toBeGreaterThanOrEqual(2);
        const found = await query(
          'select matched_at is not null as matched from provider_transfer where provider_id = $1',
          own,
        );
        expect(found).toEqual([{ matched: true }]);
      });
      const shop = given().service.client(PayoutRunServiceClient, { caller: sellerCaller(randomUUID()) });
      await expect(shop.listUnmatchedTransfers({})).rejects.toMatchObject({ kind: 'forbidden' });
    });
  });
}
