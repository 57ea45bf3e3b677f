import { randomUUID } from 'node:crypto';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { AuthServiceClient } from '@estampa/contracts/identity/v1/auth';
import { UserServiceClient } from '@estampa/contracts/identity/v1/user';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import type { NewEvent, TopicEvent } from '@estampa/testing/topic-probe';
import { startRecipients } from './recipients.ts';

export const ADMIN: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };

const BUYER = { name: 'Demo buyer', password: 'demo-password-1' };
/** The shortest timings that still leave a real provider room. */
export const TIMINGS = { MELHORENVIO_TIMEOUT_MS: '1000', LABEL_RETRY_MS: '300' };

/** The service with a real identity beside it and the sandbox as its carrier; orders-payments is played. */
export async function openStage(timings: Record<string, string> = TIMINGS) {
  const recipients = await startRecipients();
  const settings = { 'fulfillment-shipping': { ...timings, ORDERS_PAYMENTS_ADDRESS: recipients.address } };
  const marketplace = await startMarketplace({
    only: ['fulfillment-shipping', 'identity', 'sandbox'],
    environment: settings,
  });
  const service = marketplace.service('fulfillment-shipping');
  return {
    service,
    marketplace,
    outages: recipients.outages,
    /** What buyers chose, by order. */
    services: recipients.services,
    /** A second replica of the service, on the same database, with the same neighbours. */
    async openReplica(overrides: Record<string, string> = {}): Promise<TestMarketplace> {
      const environment = { ...settings['fulfillment-shipping'], ...neighboursOf(marketplace), ...overrides };
      const only = ['fulfillment-shipping'] as const;
      return startMarketplace({ replicasOf: marketplace, only, environment: { 'fulfillment-shipping': environment } });
    },
    async stop() {
      await marketplace.stop();
      recipients.stop();
    },
    anOrder(userId: string, items = 1): AnOrder {
      const order = { id: randomUUID(), userId, itemIds: Array.from({ length: items }, () => randomUUID()) };
      recipients.buyers.set(order.id, userId);
      return order;
    },
    /** The response of orders-payments to a query about an order. */
    placed: (order: AnOrder, paymentStatus: string) => void recipients.placed.add({ ...order, paymentStatus }),
    /** An order that was not published yet. */
    anUnpaidOrder(userId: string, paymentStatus = 'pending'): AnOrder {
      const order = this.anOrder(userId, 2);
      recipients.placed.add({ ...order, paymentStatus });
      return order;
    },
    admin: service.client(FulfillmentServiceClient, { caller: ADMIN }),
    aBuyer: (document?: string) => aBuyer(marketplace, document),
    sandbox: (path: string, body?: unknown, method?: string) => callSandbox(marketplace.sandboxUrl, path, body, method),
    /** Sends an order event and waits until it has been applied. */
    async emit(...events: NewEvent[]) {
      const published: { topic: string; kind: string; id: string }[] = [];
      for (const event of events)
        published.push({ topic: 'orders.v1', kind: 'order', id: await service.publish('orders.v1', event) });
      const inbox = service.client(InboxServiceClient);
      await eventually(() => inbox.settled({ events: published }).then(() => true));
    },
    /** All that was said of one aggregate up to now. */
    async said(key: string): Promise<TopicEvent[]> {
      await eventually(async () => {
        const { rows } = await service.database.query('select id from outbox where sent_at is null');
        return rows.length === 0;
      });
      return (await service.events('fulfillment.v1')).filter((event) => event.key === key);
    },
    /** What was last said of an order's shipment, once it satisfies the check. */
    shipment: (orderId: string, isIt: (shipment: Shipment) => boolean): Promise<Shipment> =>
      eventually(
        async () => {
          const events = (await service.events('fulfillment.v1')).filter(({ key }) => key === `shipment:${orderId}`);
          const shipment = shipmentIn(events.at(-1));
          if (!shipment || !isIt(shipment)) throw new Error(`not yet: ${JSON.stringify(shipment)}`);
          return shipment;
        },
        { deadlineMs: 30_000 },
      ),
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Shipment = { id: string; status: string; error?: string; labelUrl?: string; trackingCode?: string };

const shipmentIn = (event: TopicEvent | undefined): Shipment | undefined => event?.value.shipment;

async function aBuyer(marketplace: TestMarketplace, documentNumber = '52998224725'): Promise<string> {
  const identity = marketplace.service('identity');
  const email = `buyer-${randomUUID()}@demo.local`;
  const { tokens } = await identity.client(AuthServiceClient).signUp({ ...BUYER, email });
  const payload = Buffer.from(tokens?.accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { sub } = JSON.parse(payload) as { sub: string };
  const documented = { updateMask: ['document_type', 'document_number'], documentType: 'cpf', documentNumber };
  if (documentNumber) await identity.client(UserServiceClient).updateUser({ id: sub, ...documented });
  return sub;
}

/** The responses of the sandbox are as various as its routes. */
async function callSandbox(
  sandboxUrl: string,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(`${sandboxUrl}/_control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export type AnOrder = { id: string; userId: string; itemIds: string[] };

const neighboursOf = (marketplace: TestMarketplace) => ({
  IDENTITY_ADDRESS: marketplace.address('identity'),
  MELHORENVIO_BASE_URL: `${marketplace.sandboxUrl}/melhorenvio`,
});

/** What orders-payments says when an order changes. */
export const orderIs = (
  order: AnOrder,
  paymentStatus: string,
  version: number,
  hold: { isDisputed?: boolean; isRefundUnderWay?: boolean } = {},
): NewEvent => ({
  type: `order_${paymentStatus}`,
  key: `order:${order.id}`,
  value: {
    order: {
      id: order.id,
      paymentStatus,
      ...hold,
      items: order.itemIds.map((id) => ({ id, title: 'Demo mug', quantity: 2, unitPriceCents: 5000 })),
    },
    version,
  },
});
