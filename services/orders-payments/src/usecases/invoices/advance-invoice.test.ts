import { describe, expect, it } from 'vitest';
import { Random } from '@estampa/stack/random';
import { type Fault, InvoiceWorld } from './invoice-model.ts';

const AWAY_MINUTES = 120;
const DAY_MINUTES = 24 * 60;
const HISTORIES = 300;
const SEED = 20_261_128;

const standing = (world: InvoiceWorld, orderId: string) =>
  world.standing(orderId).map(({ status, valueCents }) => [status, valueCents]);

describe('the invoices of paid orders', () => {
  it('are all issued, none twice, after an issuer was away for two hours', async () => {
    const world = new InvoiceWorld();
    const orders = Array.from({ length: 40 }, (_, place) => `order${place}`);
    world.faultOf = () => 'unsent';
    for (const order of orders) {
      world.pay(order, 1_000);
      await world.runFor(AWAY_MINUTES / orders.length);
    }
    expect(world.issuer).toEqual([]);

    world.faultOf = () => null;
    await world.runFor(15);
    for (const order of orders) expect(standing(world, order)).toEqual([['issued', 1_000]]);
    expect(world.issuer).toHaveLength(orders.length);
  });

  it.each(['lost', 'late'] as const)('are issued once when the first response is %s', async (fault) => {
    const world = new InvoiceWorld();
    const faults: Fault[] = [fault];
    world.faultOf = () => faults.shift() ?? null;
    world.pay('order', 1_000);
    await world.runFor(60);

    expect(world.issuer).toHaveLength(1);
    expect(standing(world, 'order')).toEqual([['issued', 1_000]]);
  });

  it('survive the end of the process between any two steps, with a refund on the way', async () => {
    for (let endsAt = 0; endsAt < 30; endsAt += 1) {
      const world = new InvoiceWorld();
      let lines = 0;
      world.endsNow = () => (lines += 1) === endsAt;
      world.pay('order', 1_000);
      await world.runFor(1);
      world.refund('order', 400);
      await world.runFor(60);

      expect([endsAt, standing(world, 'order')]).toEqual([endsAt, [['issued', 600]]]);
      expect(world.issuer.length).toBeLessThanOrEqual(2);
    }
  });

  it('are not issued when all went back before, and cancelled when it went back while they were', async () => {
    const [before, during] = [new InvoiceWorld(), new InvoiceWorld()];
    before.pay('order', 1_000);
    before.refund('order', 1_000);
    await before.runFor(60);
    const faults: Fault[] = ['lost'];
    during.faultOf = () => faults.shift() ?? null;
    during.pay('order', 1_000);
    await during.run();
    during.refund('order', 1_000);
    await during.runFor(60);

    expect(before.issuer).toEqual([]);
    expect(during.issuer.map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('are seen not to be cancelled while the issuer does not take the request', async () => {
    const world = new InvoiceWorld();
    world.pay('order', 1_000);
    await world.runFor(1);
    world.refund('order', 1_000);
    world.faultOf = () => (world.calls.at(-1) === 'cancel' ? 'unsent' : null);
    await world.runFor(60);

    expect(standing(world, 'order')).toEqual([['issued', 1_000]]);
    expect(world.stored.get('order-1')).toMatchObject({ status: 'cancelling' });
  });

  it('are known as issued although another one under the reference cannot be cancelled', async () => {
    const world = new InvoiceWorld();
    world.pay('order', 1_000);
    await world.runFor(1);
    const stored = world.stored.get('order-1')!;
    world.stored.set('order-1', { ...stored, status: 'waiting', issuerId: null, dueAt: world.at });
    world.issuer.push({ ...world.issuer[0]!, issuerId: 'inv-2', status: 'rejected' });
    world.faultOf = () => (world.calls.at(-1) === 'cancel' ? 'unsent' : null);
    await world.runFor(30);
    expect(world.stored.get('order-1')).toMatchObject({ status: 'issued', issuerId: 'inv-1' });

    world.faultOf = () => null;
    await world.runFor(30);
    expect(standing(world, 'order')).toEqual([['issued', 1_000]]);
  });

  it('of another value than was requested are not issued again and again', async () => {
    const world = new InvoiceWorld();
    world.misstatedBy = -1;
    world.pay('order', 1_000);
    await world.runFor(DAY_MINUTES);
    expect(world.issuer.map(({ status, valueCents }) => [status, valueCents])).toEqual([['issued', 999]]);
    expect(world.stored.get('order-1')).toMatchObject({ status: 'rejected', valueCents: 1_000 });

    world.misstatedBy = 0;
    world.retry('order');
    await world.runFor(60);
    expect(standing(world, 'order')).toEqual([['issued', 1_000]]);
  });

  it('that are rejected wait for a person, and are corrected in place', async () => {
    const world = new InvoiceWorld();
    const rejections = [true];
    world.rejectsNext = () => rejections.shift() ?? false;
    world.pay('order', 1_000);
    await world.runFor(DAY_MINUTES);
    expect(world.calls).toEqual(['issue', 'find']);

    world.retry('order');
    await world.runFor(60);
    expect(standing(world, 'order')).toEqual([['issued', 1_000]]);
    expect(world.issuer).toHaveLength(1);
  });

  it(`end right in ${HISTORIES} random histories of faults, ends of processes, refunds and rejections`, async () => {
    for (let history = 0; history < HISTORIES; history += 1) {
      const random = new Random(SEED + history);
      const world = new InvoiceWorld();
      world.faultOf = () => (random.chance(0.3) ? random.oneOf<Fault>(['unsent', 'lost', 'late'])! : null);
      world.endsNow = () => random.chance(0.1);
      world.rejectsNext = () => random.chance(0.1);
      world.pay('order', 1_000);
      for (let step = 0; step < 6; step += 1) {
        await world.runFor(random.below(20));
        if (random.chance(0.3)) world.refund('order', random.oneOf([100, 300, 1_000])!);
      }
      world.faultOf = () => null;
      world.endsNow = world.rejectsNext = () => false;
      await world.runFor(60);
      world.retry('order');
      await world.runFor(60);

      const { totalCents, totalRefundedCents } = world.orders.get('order')!;
      const left = totalCents - totalRefundedCents;
      expect([history, standing(world, 'order')]).toEqual([history, left === 0 ? [] : [['issued', left]]]);
    }
  });
});
