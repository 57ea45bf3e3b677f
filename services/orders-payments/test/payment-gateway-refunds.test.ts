import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saoPauloDay } from '@estampa/kernel/days';
import { AMOUNT_CENTS, chargesOf, soon } from './gateway-charges.ts';
import { type ProviderWorld, startProviderWorlds, type Worlds } from './provider-worlds.ts';

let running: Worlds;
beforeAll(async () => {
  running = await startProviderWorlds();
});
afterAll(() => running?.stop());
afterEach(() => running.endScripts());

const script = (rule: object) => running.call('POST', '/_control/scripts', rule);

/** The contract of all providers about refunds. */
describe.each(['asaas', 'mercadopago'] as const)('%s', (name) => {
  let world: ProviderWorld;
  beforeAll(() => {
    world = running.worlds[name];
  });
  const { createPaid, read } = chargesOf(() => world);
  const refund = (paymentId: string, amountCents: number, refundId: string = randomUUID(), otherIds: string[] = []) =>
    world.gateway.refund(
      { paymentId, refundId, attempt: 0, amountCents, otherIds, isFull: amountCents === AMOUNT_CENTS },
      soon(),
    );

  describe('a refund', () => {
    it('in parts is made once for each of our ids, and never exceeds what is left', async () => {
      const { paymentId } = await createPaid('card');
      const first = randomUUID();
      expect(await refund(paymentId, 5_980, first)).toMatchObject({ kind: 'done' });
      expect(await refund(paymentId, 5_980, first)).toMatchObject({ kind: 'done' });
      expect(await read(paymentId)).toMatchObject({ state: 'partially_refunded', refundedCents: 5_980 });

      await expect(refund(paymentId, 10_001)).rejects.toMatchObject({ failure: 'rejected' });
      await refund(paymentId, 10_000);

      const { state, refundedCents, refunds } = await read(paymentId);
      expect({ state, refundedCents, count: refunds.length }).toEqual({
        state: 'refunded',
        refundedCents: AMOUNT_CENTS,
        count: 2,
      });
    });

    it('whose response was lost is found when it is requested again', async () => {
      const { paymentId, reference } = await createPaid();
      await script({ method: 'POST', path: world.paths.refund, dropConnection: true, afterEffect: true });
      const refundId = randomUUID();
      await expect(refund(paymentId, AMOUNT_CENTS, refundId)).rejects.toMatchObject({ failure: 'ambiguous' });

      expect(await refund(paymentId, AMOUNT_CENTS, refundId)).toMatchObject({ kind: 'done' });
      expect(await world.count(reference)).toMatchObject({ refundsDone: 1 });
    });

    it('whose key was used already is searched instead of counting as rejected', async () => {
      if (name !== 'mercadopago') return;
      const { paymentId, reference } = await createPaid();
      await script({ method: 'POST', path: world.paths.refund, fail: 404, code: '2032', afterEffect: true });

      expect(await refund(paymentId, AMOUNT_CENTS)).toMatchObject({
        kind: 'done',
        providerRefundId: expect.any(String),
      });
      expect(await world.count(reference)).toMatchObject({ refundsDone: 1 });

      const { paymentId: other } = await createPaid();
      await script({ method: 'POST', path: world.paths.refund, fail: 404, code: '2032' });
      await expect(refund(other, AMOUNT_CENTS)).rejects.toMatchObject({ failure: 'ambiguous' });
    });

    it('whose key was used is never taken for another one of the same amount', async () => {
      if (name !== 'mercadopago') return;
      const { paymentId } = await createPaid();
      const first = await refund(paymentId, 5_000);
      if (first.kind !== 'done') throw new Error(`the first refund is ${first.kind}`);
      await script({ method: 'POST', path: world.paths.refund, fail: 404, code: '2032' });

      const second = refund(paymentId, 5_000, randomUUID(), [first.providerRefundId!]);

      await expect(second).rejects.toMatchObject({ failure: 'ambiguous' });
    });

    it('that takes time counts only when it is done, and a repeated request makes no second one', async () => {
      const { paymentId } = await createPaid();
      await script({ method: 'POST', path: world.paths.refund, refund: 'pending' });
      const refundId = randomUUID();
      expect(await refund(paymentId, 5_000, refundId)).toMatchObject({ kind: 'pending' });
      expect(await read(paymentId)).toMatchObject({ refundedCents: 0, refunds: [{ state: 'pending' }] });
      await refund(paymentId, 5_000, refundId);
      // A new attempt, since the first was taken for rejected; at the provider the first is still pending.
      const again = { paymentId, refundId, attempt: 1, amountCents: 5_000, otherIds: [], isFull: false };
      if (name === 'asaas')
        expect(await world.gateway.refund(again, soon())).toMatchObject({ kind: 'pending', attempt: 0 });

      await world.settleRefunds(paymentId, 'done');

      expect(await read(paymentId)).toMatchObject({
        refundedCents: 5_000,
        refunds: [{ state: 'done', amountCents: 5_000 }],
      });
    });

    it('that is denied later frees its amount', async () => {
      const { paymentId } = await createPaid();
      await script({ method: 'POST', path: world.paths.refund, refund: 'pending' });
      await refund(paymentId, AMOUNT_CENTS);

      await world.settleRefunds(paymentId, 'denied');

      expect(await read(paymentId)).toMatchObject({ state: 'approved', refunds: [{ state: 'cancelled' }] });
      expect(await refund(paymentId, AMOUNT_CENTS)).toMatchObject({ kind: 'done' });
    });

    it('that the account does not cover is not rejected: it can be requested again', async () => {
      const { paymentId } = await createPaid();
      await script({ method: 'POST', path: world.paths.refund, refund: 'unfunded' });
      const refundId = randomUUID();

      expect(await refund(paymentId, AMOUNT_CENTS, refundId)).toEqual({ kind: 'unfunded' });
      expect(await refund(paymentId, AMOUNT_CENTS, refundId)).toMatchObject({ kind: 'done' });
    });

    it('that is denied is rejected, and can be requested once more', async () => {
      const { paymentId } = await createPaid();
      await script({ method: 'POST', path: world.paths.refund, refund: 'denied' });
      const [refundId, amountCents] = [randomUUID(), AMOUNT_CENTS];
      const again = { paymentId, refundId, attempt: 1, amountCents, otherIds: [], isFull: true };

      await expect(refund(paymentId, AMOUNT_CENTS, refundId)).rejects.toMatchObject({ failure: 'rejected' });
      expect(await read(paymentId)).toMatchObject({ state: 'approved', refundedCents: 0 });
      expect(await world.gateway.refund(again, soon())).toMatchObject({ kind: 'done' });
    });

    it('of a bank slip may need its payer', async () => {
      const { paymentId } = await createPaid('boleto');

      const requested = await refund(paymentId, AMOUNT_CENTS);

      if (name === 'mercadopago') return expect(requested.kind).toBe('done');
      expect(requested).toMatchObject({ kind: 'requires_payer_action', url: expect.stringMatching(/^http/) });
      expect(await refund(paymentId, AMOUNT_CENTS)).toEqual(requested);
      expect((await read(paymentId)).state).toBe('refund_in_progress');
    });
  });

  it('is listed if it is a full one, among the news or by the day of its charge', async () => {
    const since = new Date();
    const [full, part] = [await createPaid('card'), await createPaid('card')];
    await refund(full.paymentId, AMOUNT_CENTS);
    await refund(part.paymentId, 5_000);
    const { gateway } = world;
    const listed = async (madeOn: string) => {
      const query = { madeFrom: madeOn, madeTo: madeOn, cursor: null };
      if (gateway.listsAllNews) return gateway.listNews({ since, until: new Date(), cursor: null }, soon());
      return gateway.listReturned(query, soon());
    };

    const found = (await listed(saoPauloDay(since))).payments.filter(({ state }) => state === 'refunded');

    expect(found.map(({ paymentId }) => paymentId)).toContain(full.paymentId);
    expect(found.map(({ paymentId }) => paymentId)).not.toContain(part.paymentId);
    expect(found[0]).toMatchObject({ refundedCents: AMOUNT_CENTS });
    if (gateway.listsAllNews) return;
    expect(await listed('2020-01-01')).toEqual({ payments: [], next: null });
    const reversals = async (day: string) => (await gateway.listMovements({ day, cursor: null }, soon())).reversed;
    const received = async (day: string) => (await gateway.listMovements({ day, cursor: null }, soon())).received;
    expect(await received(saoPauloDay(since))).toEqual(expect.arrayContaining([full.paymentId, part.paymentId]));
    expect(await reversals(saoPauloDay(since))).toEqual(expect.arrayContaining([full.paymentId, part.paymentId]));
    expect(await reversals('2020-01-01')).toEqual([]);
  });

  it.each([
    ['won', 'approved'],
    ['lost', 'refunded'],
  ] as const)('a dispute that is %s ends as %s', async (as, state) => {
    const { paymentId } = await createPaid('card');
    await world.dispute(paymentId);
    expect((await read(paymentId)).state).toBe('disputed');

    await world.endDispute(paymentId, as);

    expect((await read(paymentId)).state).toBe(state);
  });
});
