import { randomUUID } from 'node:crypto';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { PayoutServiceClient } from '@estampa/contracts/payouts/v1/payouts';
import type { Topic } from '@estampa/kernel/topics';
import type { Caller, EventReference } from '@estampa/kit/rpc/call';
import { kindOf } from '@estampa/kit/events/outbox';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace } from '@estampa/testing/marketplace';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import type { NewEvent } from '@estampa/testing/topic-probe';
import { type AnOrder, anOrder, itemIs, orderIs } from './events.ts';

export const ADMIN: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };
export const sellerCaller = (sellerProfileId: string): Caller => ({
  userId: randomUUID(),
  roles: ['seller'],
  sellerProfileId,
  sessionId: null,
});

const TOPICS: Readonly<Record<string, Topic>> = {
  order: 'orders.v1',
  item: 'fulfillment.v1',
  deleted_user: 'identity.v1',
};
const topicOf = ({ key }: NewEvent): Topic => TOPICS[kindOf(key)]!;

/** A request whose response was lost is repeated after this time where a search shows nothing. */
export const REPEAT_AFTER_MS = 1_000;

/** The service, the payment provider's sandbox where it is wanted, and the services whose events it consumes, played by the test. */
export async function openStage(...others: ('sandbox' | 'gateway')[]) {
  const payouts = {
    PAYOUT_REPEAT_AFTER_MS: String(REPEAT_AFTER_MS),
    PAYOUT_ONE_APPROVER_MAX_CENTS: '8000',
    PAYOUT_RETURNS_EVERY_MS: '1000',
  };
  const marketplace = await startMarketplace({ only: ['payouts', ...others], environment: { payouts } });
  const { topics, mailUrl, stop, sandboxUrl, gatewayUrl, surroundings } = marketplace;
  const view = marketplace.service('payouts');
  const service: ServiceUnderTest = { ...view, topics, mailUrl, stop, [Symbol.asyncDispose]: stop };
  const connect = (caller: Caller) => service.client(PayoutServiceClient, { caller });
  const admin = connect(ADMIN);

  /** Sends the events one after the other and waits until they have been applied. */
  async function emit(...events: NewEvent[]): Promise<void> {
    const sent: EventReference[] = [];
    for (const event of events) {
      const id = await service.publish(topicOf(event), event);
      sent.push({ topic: topicOf(event), kind: kindOf(event.key), id });
    }
    const inbox = service.client(InboxServiceClient);
    await eventually(() => inbox.settled({ events: sent }).then(() => true));
  }

  const itemsOf = async (order: AnOrder) => (await admin.listPayoutItems({ orderId: order.id })).payoutItems;

  return {
    service,
    sandboxUrl,
    /** Another process of the service, on the same database. */
    startReplica: () =>
      startMarketplace({
        replicasOf: marketplace,
        only: ['payouts'],
        environment: { payouts: { ...payouts, ASAAS_BASE_URL: `${sandboxUrl}/asaas/v3` } },
      }),
    databaseUrl: surroundings.databaseUrls.payouts!,
    gatewayUrl,
    secrets: surroundings.secrets,
    admin,
    connect,
    emit,
    itemsOf,
    statusesOf: async (order: AnOrder) =>
      (await itemsOf(order)).map(({ type, status, amountCents }) => `${type} ${status} ${amountCents}`).toSorted(),
    async aReleasableOrder(more: Partial<AnOrder> = {}): Promise<AnOrder> {
      const order = anOrder(more);
      const delivered = order.itemIds.map((_id, index) => itemIs(order, 'delivered', 2, index));
      await emit(orderIs(order, 'approved', 2), ...delivered);
      return order;
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
