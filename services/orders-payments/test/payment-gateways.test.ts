import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import type { PaymentPage } from '../src/adapters/payment-gateway.ts';
import type { Charge, PaymentSnapshot } from '../src/domain/payment.ts';
import { aCharge, AMOUNT_CENTS, chargesOf, customerOf, soon } from './gateway-charges.ts';
import { type ProviderWorld, startProviderWorlds, type Worlds } from './provider-worlds.ts';

const today = new Date(Date.now() - 3 * 60 * 60 * 1_000).toISOString().slice(0, 10);

let running: Worlds;
beforeAll(async () => {
  running = await startProviderWorlds();
});
afterAll(() => running?.stop());
afterEach(() => running.endScripts());

const script = (rule: object) => running.call('POST', '/_control/scripts', rule);

/** The contract of all providers: what the rest of the service relies on. */
describe.each(['asaas', 'mercadopago'] as const)('%s', (name) => {
  let world: ProviderWorld;
  let customer: string;
  beforeAll(async () => {
    world = running.worlds[name];
    customer = await customerOf(world);
  });

  const newCharge = aCharge;
  const { create, createPaid, paymentOf, read } = chargesOf(() => world);

  describe('a charge', () => {
    it('is created once, has a payment link, and is found by its reference', async () => {
      const charge = await create();

      expect(charge.initPoint).toMatch(/^http/);
      expect(await world.gateway.findCharge(charge.reference, soon())).toMatchObject({
        preferenceId: charge.preferenceId,
        initPoint: charge.initPoint,
      });
      expect(await world.gateway.findCharge('nobody:1', soon())).toBeNull();
      expect(await world.gateway.findByReference('nobody:1', soon())).toEqual([]);
    });

    it('whose response was lost is ambiguous, and found instead of created again', async () => {
      await script({ method: 'POST', path: world.paths.create, dropConnection: true, afterEffect: true });
      const wanted = newCharge();
      const making = world.gateway.createCharge(customer, wanted, soon());
      await expect(making).rejects.toMatchObject({ failure: 'ambiguous' });

      expect(await world.gateway.findCharge(wanted.reference, soon())).not.toBeNull();
      expect(await world.count(wanted.reference)).toMatchObject({ charges: 1 });
    });

    it('that was paid has its amount to the cent', async () => {
      const { reference, paymentId } = await createPaid();

      expect(await read(paymentId)).toMatchObject({
        paymentId,
        reference,
        state: 'approved',
        amountCents: AMOUNT_CENTS,
        refundedCents: 0,
        refunds: [],
      });
      expect(await world.gateway.getPayment(name === 'asaas' ? 'pay_unknown' : '1', soon())).toBeNull();
    });

    it('that was underpaid shows it', async () => {
      const charge = await create();
      await world.changeAmount(charge, AMOUNT_CENTS - 1);
      await world.pay(charge);

      expect(await paymentOf(charge.reference, 'approved')).toMatchObject({ amountCents: AMOUNT_CENTS - 1 });
    });

    it('can be cancelled repeatedly, and not paid after that', async () => {
      const { reference, ...charge } = await create();
      const cancel = () => world.gateway.cancel({ ...charge, reference }, soon());

      expect(await cancel()).toEqual([]);
      expect(await cancel()).toEqual([]);
      expect(await world.pay(charge)).toBe(409);
    });

    it('that is paid and closed accepts no second payment, also when it is closed twice', async () => {
      const { reference, paymentId, ...charge } = await createPaid();
      const close = () => world.gateway.close({ ...charge, paymentId, reference }, soon());

      await close();
      await close();

      expect(await world.pay({ ...charge, paymentId })).toBe(409);
      expect(await world.gateway.findByReference(reference, soon())).toMatchObject([{ paymentId, state: 'approved' }]);
    });

    it('that was just paid is not cancelled but reported', async () => {
      const { reference, paymentId, ...charge } = await createPaid();

      for (const known of [null, paymentId])
        expect(await world.gateway.cancel({ ...charge, paymentId: known, reference }, soon())).toMatchObject([
          { paymentId, state: 'approved' },
        ]);
    });
  });

  describe('a failure', () => {
    const POST = (charge = newCharge()) => world.gateway.createCharge(customer, charge, soon());
    const GET = () => world.gateway.findByReference('o:1', soon());

    it.each<[string, object, object]>([
      ['500', { fail: 500 }, { failure: 'ambiguous', httpStatus: 500 }],
      ['503', { fail: 503 }, { failure: 'ambiguous' }],
      ['429', { fail: 429 }, { failure: 'retryable', retryAfterMs: 1_000 }],
      ['400', { fail: 400 }, { failure: 'rejected' }],
      ['401', { fail: 401 }, { failure: 'auth' }],
      ['a lost connection', { dropConnection: true }, { failure: 'ambiguous' }],
    ])('%s of a request that makes something', async (_name, rule, expected) => {
      await script({ method: 'POST', path: world.paths.create, ...rule });

      await expect(POST()).rejects.toMatchObject(expected);
    });

    it.each<[string, object, object]>([
      ['500', { fail: 500 }, { failure: 'retryable' }],
      ['429', { fail: 429 }, { failure: 'retryable', retryAfterMs: 1_000 }],
      ['403', { fail: 403 }, { failure: 'auth' }],
      ['a lost connection', { dropConnection: true }, { failure: 'retryable' }],
    ])('%s of a request that reads', async (_name, rule, expected) => {
      await script({ method: 'GET', path: world.paths.search, ...rule });

      await expect(GET()).rejects.toMatchObject(expected);
    });

    it('aborts with its caller when the provider is silent', async () => {
      const { id } = await script({ method: 'POST', path: world.paths.create, hold: 'before' });
      const caller = new AbortController();
      const making = world.gateway.createCharge(customer, newCharge(), caller.signal).catch((error: unknown) => error);
      await eventually(async () => {
        expect((await running.call('GET', `/_control/scripts/${id}`)).state).toBe('holding');
      });

      caller.abort();

      expect(await making).toMatchObject({ failure: 'ambiguous' });
    });

    it('distinguishes wrong secrets from an unreachable provider, and contains no personal data', async () => {
      const rejected = world.other({ secret: '$aact_wrong' }).findByReference('secret-reference:1', soon());
      await expect(rejected).rejects.toMatchObject({ failure: 'auth' });
      await expect(rejected).rejects.not.toThrow('secret-reference');
      const absent = world.other({ baseUrl: 'http://127.0.0.1:1' }).createCharge(customer, newCharge(), soon());
      await expect(absent).rejects.toMatchObject({ failure: 'unsent' });
    });
  });

  it('lists what was made on a day, each payment once, page by page', async () => {
    const { paymentId } = await createPaid();
    const madeOn = (day: string) =>
      allOf((cursor) => world.gateway.listPayments({ madeFrom: day, madeTo: day, cursor }, soon()));

    const seen = (await madeOn(today)).map((payment) => payment.paymentId);

    expect(seen.filter((id) => id === paymentId)).toHaveLength(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await madeOn('2020-01-01')).toEqual([]);
  });

  it('lists a payment that came into dispute, and shows the end of the dispute when it is checked', async () => {
    const since = new Date();
    const { paymentId } = await createPaid('card');
    const news = async () =>
      (await allOf((cursor) => world.gateway.listNews({ since, until: new Date(), cursor }, soon()))).find(
        (payment) => payment.paymentId === paymentId,
      );

    await world.dispute(paymentId);
    expect(await news()).toMatchObject({ state: 'disputed', amountCents: AMOUNT_CENTS });

    await world.endDispute(paymentId, 'lost');
    expect(await read(paymentId)).toMatchObject({ state: 'refunded', refundedCents: AMOUNT_CENTS });
    expect((await news())?.state).not.toBe('disputed');
  });

  async function allOf(list: (cursor: string | null) => Promise<PaymentPage>): Promise<PaymentSnapshot[]> {
    const { payments, next } = await list(null);
    const all = [...payments];
    for (let cursor = next; cursor !== null;) {
      const page = await list(cursor);
      all.push(...page.payments);
      cursor = page.next;
    }
    return all;
  }

  describe('a webhook', () => {
    const webhooksOf = (paymentId: string) =>
      running.webhooks.filter(
        (webhook) => webhook.provider === name && world.gateway.parse(webhook)?.paymentId === paymentId,
      );

    it('proves its origin and names the payment to check', async () => {
      const { paymentId } = await createPaid();

      const all = await eventually(() => {
        const found = webhooksOf(paymentId);
        expect(found.length).toBeGreaterThanOrEqual(2);
        return found;
      });

      expect(all.every((webhook) => world.gateway.isAuthentic(webhook))).toBe(true);
      expect(new Set(all.map((webhook) => world.gateway.parse(webhook)!.eventId)).size).toBe(all.length);
    });

    it('of a stranger is rejected', async () => {
      await script({ delivery: 'forged', account: name });
      const charge = await create();
      await world.pay(charge);
      const { paymentId } = await paymentOf(charge.reference, 'approved');

      const forged = await eventually(() => {
        const found = webhooksOf(paymentId).filter((webhook) => !world.gateway.isAuthentic(webhook));
        expect(found).toHaveLength(1);
        return found[0]!;
      });

      expect(world.gateway.isAuthentic({ ...forged, headers: {} })).toBe(false);
    });

    it('of a declined card shows the rejection, and the next card still pays', async () => {
      const charge = await create();
      await world.decline(charge);

      await eventually(async () => expect(await isRejected(charge)).toBe(true));

      await world.pay(charge, 'card');
      expect(await paymentOf(charge.reference, 'approved')).toBeDefined();
    });

    /** Asaas reports it by the event only, Mercado Pago as a payment of its own. */
    async function isRejected({ preferenceId, reference }: Charge & { reference: string }): Promise<boolean> {
      const reported = webhooksOf(preferenceId).some((webhook) => world.gateway.parse(webhook)!.isRejected);
      return reported || Boolean(await paymentOf(reference, 'rejected'));
    }
  });
});
