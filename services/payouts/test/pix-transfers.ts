import { randomUUID } from 'node:crypto';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { describe, expect, it } from 'vitest';
import { AMOUNT_CENTS, type AnOrder, orderIs } from './events.ts';
import { DAY_MS, runStage } from './run-stage.ts';
import { ADMIN, sellerCaller, type Stage } from './stage.ts';

const OTHER_ADMIN: Caller = { ...ADMIN, userId: randomUUID() };
const CENTS = 2 * AMOUNT_CENTS;
const HOUR_MS = 60 * 60_000;
/** For so long the provider takes a transfer for one that somebody else made. */
const IN_THE_WAY_MS = 3_000;

/** Runs, with a real provider: what is sent to whom, and what becomes of it. */
export function describePixTransfers(given: () => Stage): void {
  const {
    runs,
    query,
    sandbox,
    script,
    sendPast,
    atProvider,
    haveKey,
    sellersOf,
    start,
    transferOf,
    statusIs,
    payoutOf,
  } = runStage(given);

  describe('a payout run', () => {
    it('is planned with reasons first, and pays exactly what was planned, each once', async () => {
      const [paid, unfunded, lost, late, twin, unsent, failing, slow] = await sellersOf(8);
      const cooling = await given().aReleasableOrder();
      const coolsUntil = new Date(Date.now() + DAY_MS);
      await haveKey(cooling.sellerProfileId, coolsUntil);
      const keyless = await given().aReleasableOrder();
      const plan = await runs().planPayoutRun({});
      const planned = plan.paid.find((one) => one.sellerProfileId === paid!.order.sellerProfileId);
      const [keyStart] = paid!.key;

      expect(planned).toMatchObject({ amountCents: CENTS, itemCount: 2, keyKind: 'email' });
      expect(planned!.maskedKey).toMatch(new RegExp(String.raw`^${keyStart}\*+@example\.com$`));
      expect(plan.excluded).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...sellerIs(cooling), reason: 'key_cools', usableFrom: coolsUntil }),
          expect.objectContaining({ ...sellerIs(keyless), reason: 'no_key' }),
        ]),
      );
      expect(plan.needsTwoApprovers).toBe(true);
      await expect(runs().startPayoutRun({ digest: 'x', needsTwoApprovers: false })).rejects.toMatchObject({
        reason: 'plan_changed',
      });

      await script(unfunded!.key, { transfer: 'unfunded' });
      await script(lost!.key, { dropConnection: true, afterEffect: true });
      await script(late!.key, { fail: 408, afterEffect: true });
      await sandbox('PATCH', '/settings', { asaasEqualTransferMs: IN_THE_WAY_MS });
      await sendPast({ value: CENTS / 100, pixAddressKey: twin!.key });
      await script(unsent!.key, { dropConnection: true });
      await script(failing!.key, { transfer: 'failed' });
      await script(slow!.key, { transfer: 'pending' });
      const run = (await runs().startPayoutRun({ digest: plan.digest, needsTwoApprovers: false })).run!;
      expect(run).toMatchObject({ status: 'proposed', approvedBy: [ADMIN.userId] });
      await expect(runs().approvePayoutRun({ id: run.id })).rejects.toMatchObject({ reason: 'same_approver' });
      await runs(OTHER_ADMIN).approvePayoutRun({ id: run.id });
      await statusIs(run.id, twin!.order, 'done');
      await sandbox('PATCH', '/settings', { asaasEqualTransferMs: 0 });

      for (const { order } of [paid!, unfunded!, lost!, late!, twin!, unsent!]) {
        const done = await statusIs(run.id, order, 'done');
        expect(await payoutOf(done.payoutId)).toMatchObject({
          status: 'paid',
          totalCents: CENTS,
          reference: done.endToEndId,
          endToEndId: expect.stringMatching(/^E\d{31}$/),
          receiptUrl: expect.stringContaining('/comprovantes/'),
        });
        expect(await given().statusesOf(order)).toEqual(Array(2).fill(`sale paid ${AMOUNT_CENTS}`));
        expect(await atProvider(done.id)).toMatchObject([{ status: 'DONE', value: CENTS / 100 }]);
      }
      const failed = await statusIs(run.id, failing!.order, 'failed');
      expect(await payoutOf(failed.payoutId)).toMatchObject({
        status: 'failed',
        failureReason: 'The bank of the Pix key did not take the transfer',
      });
      const free = (await given().itemsOf(failing!.order)).map(({ status, payoutId }) => [status, payoutId]);
      expect(free).toEqual(Array(2).fill(['releasable', undefined]));

      const accepted = await statusIs(run.id, slow!.order, 'accepted');
      const { payoutId } = accepted;
      await expect(given().admin.markPayoutPaid({ id: payoutId })).rejects.toMatchObject({ reason: 'wrong_state' });
      await expect(given().admin.markPayoutFailed({ id: payoutId, reason: 'late' })).rejects.toMatchObject({
        reason: 'wrong_state',
      });
      await given().emit(orderIs(slow!.order, 'refunded', 3));
      expect(await given().statusesOf(slow!.order)).toEqual([
        ...Array(2).fill(`adjustment releasable ${-AMOUNT_CENTS}`),
        ...Array(2).fill(`sale releasable ${AMOUNT_CENTS}`),
      ]);
      const [{ id: providerId }] = await atProvider(accepted.id);
      await sandbox('POST', `/transfers/${providerId}/move`, { to: 'failed' });
      await statusIs(run.id, slow!.order, 'failed');
      expect(await given().statusesOf(slow!.order)).toEqual([
        ...Array(2).fill(`adjustment reversed ${-AMOUNT_CENTS}`),
        ...Array(2).fill(`sale reversed ${AMOUNT_CENTS}`),
      ]);
    });

    it('that waits for another admin can be withdrawn, marked by hand, or lose a seller to another key', async () => {
      const [byHand, changed, more] = await sellersOf(3);
      const givenUp = await start();
      expect(givenUp.status).toBe('proposed');
      expect((await runs(OTHER_ADMIN).withdrawPayoutRun({ id: givenUp.id })).run).toMatchObject({
        status: 'withdrawn',
      });
      expect(await transferOf(givenUp.id, more!.order)).toMatchObject({ status: 'failed', failure: 'withdrawn' });
      await expect(runs(OTHER_ADMIN).approvePayoutRun({ id: givenUp.id })).rejects.toMatchObject({
        reason: 'wrong_state',
      });
      const run = await start();
      const { payoutId } = await transferOf(run.id, byHand!.order);
      await given().admin.markPayoutPaid({ id: payoutId, reference: 'by hand' });
      await query('update pix_key set ended_at = now() where seller_profile_id = $1', changed!.order.sellerProfileId);

      await runs(OTHER_ADMIN).approvePayoutRun({ id: run.id });

      const ended = await statusIs(run.id, changed!.order, 'failed');
      expect(ended.failure).toBe('key_changed');
      expect(await payoutOf(ended.payoutId)).toMatchObject({
        status: 'failed',
        failureReason: 'The Pix key was changed before the money was sent',
      });
      await statusIs(run.id, more!.order, 'done');
      expect(await transferOf(run.id, byHand!.order)).toMatchObject({ status: 'failed', failure: 'by_hand' });
      expect(await payoutOf(payoutId)).toMatchObject({ status: 'paid', reference: 'by hand' });
      for (const { order } of [byHand!, changed!])
        expect(await atProvider((await transferOf(run.id, order)).id)).toEqual([]);
    });

    it('whose request was lost is over once the key has ended, and its items are free', async () => {
      const [seller] = await sellersOf(1);
      await script(seller!.key, { dropConnection: true, times: 1_000 });
      const run = await start();
      await runs(OTHER_ADMIN).approvePayoutRun({ id: run.id });
      await statusIs(run.id, seller!.order, 'requested');

      await query('update pix_key set ended_at = now() where seller_profile_id = $1', seller!.order.sellerProfileId);

      expect(await statusIs(run.id, seller!.order, 'failed')).toMatchObject({ failure: 'key_changed' });
      expect(await given().statusesOf(seller!.order)).toEqual(Array(2).fill(`sale releasable ${AMOUNT_CENTS}`));
    });

    it('whose response was lost is found once a search shows it, and none is made beside it', async () => {
      const [seller] = await sellersOf(1);
      const { asaasApprovalUrl } = await sandbox('GET', '/settings');
      // Nothing names the transfer but a search, which is behind.
      const behind = { asaasApprovalUrl: null, searchLagMs: HOUR_MS, asaasEqualTransferMs: HOUR_MS };
      await sandbox('PATCH', '/settings', behind);
      const run = await start();
      try {
        await script(seller!.key, { dropConnection: true, afterEffect: true });
        const { id: repeated } = await script(seller!.key, { watch: true, times: 1_000 });
        await runs(OTHER_ADMIN).approvePayoutRun({ id: run.id });

        await eventually(async () => {
          const { requests } = await sandbox('GET', `/scripts/${repeated}`);
          expect(requests.length).toBeGreaterThan(0);
        });
        expect(await transferOf(run.id, seller!.order)).toMatchObject({ status: 'requested' });
      } finally {
        await sandbox('PATCH', '/settings', { asaasApprovalUrl, searchLagMs: 0, asaasEqualTransferMs: 0 });
      }

      const { id } = await statusIs(run.id, seller!.order, 'done');
      expect(await atProvider(id)).toMatchObject([{ status: 'DONE', value: CENTS / 100 }]);
    });

    it('is for admins', async () => {
      const seller = runs(sellerCaller(randomUUID()));

      await expect(seller.planPayoutRun({})).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(seller.startPayoutRun({ digest: '', needsTwoApprovers: false })).rejects.toMatchObject({
        kind: 'forbidden',
      });
    });

    it('never forgets a transfer, changes its key, or goes on with one that ended, whatever is executed', async () => {
      for (const sql of [
        'delete from pix_transfer',
        `update pix_transfer set pix_key_id = id`,
        `update pix_transfer set status = 'intended' where status = 'done'`,
        `update pix_transfer set status = 'requested' where status = 'failed'`,
        `update pix_transfer set provider_id = 'another' where provider_id is not null`,
      ])
        await expect(query(sql)).rejects.toMatchObject({ code: '23001' });
    });
  });
}

const sellerIs = ({ sellerProfileId }: AnOrder) => ({ sellerProfileId });
