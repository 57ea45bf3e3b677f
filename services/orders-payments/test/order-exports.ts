import { randomUUID } from 'node:crypto';
import type { Order } from '@estampa/contracts/orders/v1/order';
import { ExportOrdersRequest, OrderExportServiceClient } from '@estampa/contracts/orders/v1/order_export';
import type { Caller } from '@estampa/kit/rpc/call';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { describe, expect, it } from 'vitest';

type Stage = { service: ServiceUnderTest; seller: string; buyer: string };

const NEWEST_FIRST = 'order by created_at desc, id desc';
const FROM = new Date('2026-02-01T00:00:00Z');
const BEFORE = new Date('2026-02-02T00:00:00Z');
const OF_DAY = `created_at >= '2026-02-01T00:00:00Z' and created_at < '2026-02-02T00:00:00Z'`;
const IS_RARE = `payment_status = 'refunded'`;

/** Exports of a history that is much longer than what one batch reads. */
export function describeOrderExports(stage: () => Stage): void {
  const admin: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };
  const sellerCaller = (): Caller => ({
    userId: randomUUID(),
    roles: ['seller'],
    sellerProfileId: stage().seller,
    sessionId: null,
  });

  /** As the gateway reads it: each call continues where the one before ended. */
  async function exported(filter: Partial<ExportOrdersRequest>, caller = admin): Promise<Order[]> {
    using client = stage().service.client(OrderExportServiceClient, { caller });
    const orders: Order[] = [];
    for (let cursor: string | undefined; ;) {
      for await (const part of client.exportOrders(ExportOrdersRequest.fromPartial({ ...filter, cursor }))) {
        orders.push(...part.orders);
        ({ cursor } = part);
      }
      if (cursor === undefined) return orders;
    }
  }

  const stored = async (where: string, order = NEWEST_FIRST): Promise<string[]> => {
    const { rows } = await stage().service.database.query(`select id from customer_order where ${where} ${order}`);
    return rows.map(({ id }) => id as string);
  };
  const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id);

  describe('an export of orders', () => {
    it.each<[string, Partial<ExportOrdersRequest> & { isOfBuyer?: true }, string]>([
      ['a day', { createdFrom: FROM, createdBefore: BEFORE }, OF_DAY],
      ['a payment status', { paymentStatus: 'refunded' }, IS_RARE],
      ['a fulfillment status', { fulfillmentStatus: 'returned' }, IS_RARE],
      ['both', { paymentStatus: 'refunded', fulfillmentStatus: 'returned' }, IS_RARE],
      ['both, of which the second is rare', { paymentStatus: 'approved', fulfillmentStatus: 'returned' }, 'false'],
      ['an e-mail address', { email: 'RARE@demo.example' }, IS_RARE],
      ['a rare word', { search: 'rare@DEMO' }, IS_RARE],
      [
        'a word of a day',
        { search: 'middling', createdFrom: FROM, createdBefore: BEFORE },
        `${OF_DAY} and search_text like '%middling%'`,
      ],
      ['a word that nobody has', { search: 'nobody has this' }, 'false'],
      ['a buyer', { isOfBuyer: true }, IS_RARE],
    ])('has all of %s once, newest first', async (_name, { isOfBuyer, ...filter }, where) => {
      const orders = await exported({ ...filter, ...(isOfBuyer && { userId: stage().buyer }) });

      expect(idsOf(orders)).toEqual(await stored(where));
      for (const { items, payment } of orders) expect([items.length, payment?.status]).toEqual([1, 'approved']);
    });

    it('has what changed since, the latest change last', async () => {
      const changed = await exported({ updatedSince: FROM, search: 'middling' });

      expect(idsOf(changed)).toEqual(
        await stored(`updated_at >= '2026-02-01' and search_text like '%middling%'`, 'order by updated_at, id'),
      );
    });

    it('has for a seller the orders with own items, without the means to reach the buyer', async () => {
      const seller = sellerCaller();
      const orders = await exported({ sellerProfileId: stage().seller }, seller);
      const ids = (await stored(IS_RARE)).toSorted().toReversed();

      expect(idsOf(orders)).toEqual(ids);
      expect([orders[0]!.fullName, orders[0]!.email, orders[0]!.phone]).toEqual(['Demo', '', undefined]);
      const ofStatus = (paymentStatus: string) => exported({ sellerProfileId: stage().seller, paymentStatus }, seller);
      expect([(await ofStatus('refunded')).length, (await ofStatus('pending')).length]).toEqual([ids.length, 0]);
    });

    it('continues after the last order that the client has', async () => {
      const day = { createdFrom: FROM, createdBefore: BEFORE };
      const ids = await stored(OF_DAY);
      const own = (await stored(IS_RARE)).toSorted().toReversed();
      const ofSeller = { sellerProfileId: stage().seller, after: own[9]! };

      expect(idsOf(await exported({ ...day, after: ids[499]! }))).toEqual(ids.slice(500));
      expect(idsOf(await exported({ ...day, after: ids.at(-1)! }))).toEqual([]);
      expect(idsOf(await exported(ofSeller, sellerCaller()))).toEqual(own.slice(10));
    });

    it.each([{ after: randomUUID() }, { after: 'x' }, { after: randomUUID(), updatedSince: FROM }])(
      'rejects %j',
      async (filter) => {
        await expect(exported(filter)).rejects.toMatchObject({ reason: 'validation_failed' });
      },
    );

    it('continues for a seller after own orders only', async () => {
      const [other] = await stored(`not ${IS_RARE}`, `${NEWEST_FIRST} limit 1`);
      const request = { sellerProfileId: stage().seller, after: other! };

      await expect(exported(request, sellerCaller())).rejects.toMatchObject({ reason: 'validation_failed' });
    });

    it('is for admins, and for sellers of own items by what they may see', async () => {
      const [ofSeller, other] = [{ sellerProfileId: stage().seller }, { sellerProfileId: randomUUID() }];
      const requests: Partial<ExportOrdersRequest>[] = [
        {},
        other,
        { ...ofSeller, email: 'rare@demo.example' },
        { ...ofSeller, search: 'rare' },
        { ...ofSeller, userId: stage().buyer },
      ];

      for (const request of requests) {
        await expect(exported(request, sellerCaller())).rejects.toMatchObject({ kind: 'forbidden' });
      }
    });

    it('is audited for admins, with what it was filtered by but not with personal data', async () => {
      const before = (await auditOf(stage().service, 'orders:all')).length;
      await exported({ paymentStatus: 'refunded', email: 'rare@demo.example' });
      await exported({ sellerProfileId: stage().seller }, sellerCaller());

      expect((await auditOf(stage().service, 'orders:all')).slice(before)).toEqual([
        ['orders_exported', 'admin', ['paymentStatus', 'refunded'], ['email']],
      ]);
    });

    it('is one at a time for a caller', async () => {
      using client = stage().service.client(OrderExportServiceClient, { caller: admin });
      const first = client.exportOrders(ExportOrdersRequest.fromPartial({}))[Symbol.asyncIterator]();
      await first.next();

      await expect(exported({ paymentStatus: 'refunded' })).rejects.toMatchObject({ kind: 'limited' });
      await first.return!();
      await eventually(() => exported({ paymentStatus: 'refunded' }));
    });

    it('has no transaction, and no connection of its own, while its client takes its time', async () => {
      const { service } = stage();
      using client = service.client(OrderExportServiceClient, { caller: { ...admin, userId: randomUUID() } });
      const parts = client.exportOrders(ExportOrdersRequest.fromPartial({}))[Symbol.asyncIterator]();
      const { value: first } = await parts.next();

      await eventually(async () => {
        const { rows } = await service.database.query(
          `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
             and state <> 'idle' and query like '%as matches%'`,
        );
        expect(rows).toEqual([]);
      });
      const { value: second } = await parts.next();
      const [last, next] = [first!.orders.at(-1)!, second!.orders[0]!];
      expect(next.orderNumber).toBeLessThan(last.orderNumber);
      await parts.return!();
    });
  });
}
