import { randomUUID } from 'node:crypto';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { describe, expect, it } from 'vitest';
import { AMOUNT_CENTS } from './events.ts';
import { runStage } from './run-stage.ts';
import { ADMIN, type Stage } from './stage.ts';

const OTHER_ADMIN: Caller = { ...ADMIN, userId: randomUUID() };

/** What the provider says by itself, through the gateway, with its token. */
export function describeTransferWebhooks(given: () => Stage): void {
  const { runs, query, sandbox, script, sendPast, atProvider, sellersOf, start, statusIs, payoutOf } = runStage(given);

  const isCancelled = (id: string) =>
    eventually(async () => {
      const { transfers } = await sandbox('GET', '/transfers');
      expect(transfers.find((one: { id: string }) => one.id === id).status).toBe('CANCELLED');
    });
  const postWebhook = (path: string, token: string) =>
    fetch(`${given().gatewayUrl}/webhooks/transfers/asaas${path}`, {
      method: 'POST',
      headers: { 'asaas-access-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({
        id: 'evt',
        event: 'TRANSFER_DONE',
        type: 'TRANSFER',
        transfer: { id: 'transfer', value: 1 },
      }),
    });

  describe('the approval of a transfer', () => {
    it('is given to the one that a stored intent explains, and to no other', async () => {
      const [seller] = await sellersOf(1);
      await script(seller!.key, { transfer: 'pending' });
      const run = await start();
      await runs(OTHER_ADMIN).approvePayoutRun({ id: run.id });
      const { id, payoutId } = await statusIs(run.id, seller!.order, 'accepted');
      const value = (2 * AMOUNT_CENTS) / 100;
      const { key: pixAddressKey } = seller!;

      for (const past of [
        { value, pixAddressKey },
        { value, pixAddressKey, externalReference: randomUUID() },
        { value, pixAddressKey, externalReference: 'no uuid' },
        { value, pixAddressKey, externalReference: id },
        { value: value + 1, pixAddressKey, externalReference: id },
        { value, pixAddressKey: 'thief@example.com', externalReference: id },
      ])
        await isCancelled(await sendPast(past));

      const [{ id: providerId }] = (await atProvider(id)).filter(
        ({ status }: { status: string }) => status === 'PENDING',
      );
      // So only the webhook lets it be polled.
      await query(
        `update pix_transfer set due_at = now() + interval '1 hour' where id = $1 and status = 'accepted'`,
        id,
      );
      await sandbox('POST', `/transfers/${providerId}/move`, { to: 'done' });
      await statusIs(run.id, seller!.order, 'done');
      expect(await payoutOf(payoutId)).toMatchObject({ status: 'paid' });
      await isCancelled(await sendPast({ value, pixAddressKey, externalReference: id }));

      await sandbox('POST', `/transfers/${providerId}/move`, { to: 'returned' });
      const returned = await statusIs(run.id, seller!.order, 'returned');
      expect(returned).toMatchObject({ failure: 'came_back', unexplained: undefined });
      expect(await payoutOf(payoutId)).toMatchObject({
        status: 'failed',
        failureReason: 'The bank of the Pix key sent the money back',
      });
      expect(await given().statusesOf(seller!.order)).toEqual(Array(2).fill(`sale releasable ${AMOUNT_CENTS}`));
    });

    it.each(['', '/approval'])('is requested, as webhooks are sent, with the token alone%s', async (path) => {
      const { asaasWebhookToken } = given().secrets;

      expect((await postWebhook(path, 'x'.repeat(40))).status).toBe(401);
      const response = await postWebhook(path, asaasWebhookToken);
      expect([response.status, await response.json()]).toEqual([
        200,
        path === '' ? {} : { status: 'REFUSED', refuseReason: 'unknown' },
      ]);
    });
  });
}
