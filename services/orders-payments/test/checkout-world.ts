import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OrderServiceClient, PlaceOrderRequest } from '@estampa/contracts/orders/v1/order';
import {
  PaymentNoticeServiceClient,
  type ReceivePaymentNoticeRequest,
} from '@estampa/contracts/orders/v1/payment_notice';
import type { Call, Role } from '@estampa/kit/rpc/call';
import { startMarketplace } from '@estampa/testing/marketplace';
import { sandboxCalls } from './sandbox-calls.ts';
import { startStandIns } from './stand-ins.ts';

export { CARD } from './sandbox-calls.ts';

/** The real service between the real payment sandbox and stand-ins for the services it calls. */
export async function startCheckoutWorld(environment: Record<string, string> = {}) {
  await using starting = new AsyncDisposableStack();
  const peers = starting.use(await startStandIns());
  const inbox = await startWebhookInbox();
  starting.defer(() => inbox.close());
  const own = {
    IDENTITY_ADDRESS: peers.address,
    CATALOG_ADDRESS: peers.address,
    STOREFRONT_ADDRESS: peers.address,
    FULFILLMENT_SHIPPING_ADDRESS: peers.address,
    PAYOUTS_ADDRESS: peers.address,
    PAYMENT_RECOVER_AFTER_MS: '500',
    PAYMENT_ATTEMPT_TIMEOUT_MS: '2500',
    ...environment,
  };
  const marketplace = starting.use(
    await startMarketplace({
      only: ['orders-payments', 'sandbox'],
      environment: {
        'orders-payments': own,
        sandbox: {
          ASAAS_WEBHOOK_URL: `${inbox.url}/asaas`,
          MERCADOPAGO_WEBHOOK_URL: `${inbox.url}/mercadopago`,
          // No gateway is running that could serve pages.
          PUBLIC_URL: '',
        },
      },
    }),
  );
  const service = marketplace.service('orders-payments');
  inbox.deliverTo(service.client(PaymentNoticeServiceClient));

  const running = starting.move();
  return {
    service,
    marketplace,
    /** The service's environment, for a second replica. */
    environment: own,
    calls: sandboxCalls(marketplace.sandboxUrl),
    sandbox: sandboxControls(marketplace.sandboxUrl, marketplace.surroundings.secrets.asaasApiKey),
    as: (userId: string, roles: Role[] = ['customer'], idempotency: Call['idempotency'] = null) =>
      service.client(OrderServiceClient, {
        caller: { userId, roles, sellerProfileId: null, sessionId: null },
        idempotency,
      }),
    webhookToken: marketplace.surroundings.secrets.asaasWebhookToken,
    stop: () => running.disposeAsync(),
  };
}

export type CheckoutWorld = Awaited<ReturnType<typeof startCheckoutWorld>>;

/** Serves the public webhook URLs and forwards every webhook as the gateway does. */
async function startWebhookInbox() {
  let webhooks: WebhookReceiver | undefined;
  const server = createServer(async (request, response) => {
    const rawBody = Buffer.from(await text(request));
    const headers = request.headers as Record<string, string>;
    const { pathname, search: query } = new URL(request.url ?? '', 'http://inbox');
    const outcome = webhooks?.receivePaymentNotice({ provider: pathname.slice(1), headers, query, rawBody });
    await (outcome ?? Promise.reject(new Error('too early'))).then(
      () => response.writeHead(200).end('{}'),
      () => response.writeHead(503).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliverTo(client: WebhookReceiver) {
      webhooks = client;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Charge = {
  id: string;
  status: string;
  deleted: boolean;
  value: number;
  externalReference: string;
  refunds: { status: string; value: number }[] | null;
};

type WebhookReceiver = { receivePaymentNotice(request: ReceivePaymentNoticeRequest): Promise<unknown> };

function sandboxControls(url: string, apiKey: string) {
  const { call, submit } = sandboxCalls(url, { access_token: apiKey });
  return {
    script: (rule: object): Promise<{ id: string }> => call('POST', '/_control/scripts', rule),
    scriptState: async (id: string): Promise<string> => (await call('GET', `/_control/scripts/${id}`)).state,
    release: (id: string) => call('POST', `/_control/scripts/${id}/release`),
    move: (chargeId: string, to: string) => call('POST', `/_control/charges/${chargeId}/move`, { to }),
    async charges(orderId: string): Promise<Charge[]> {
      return (await call('GET', `/_control/charges?referencePrefix=${orderId}`)).charges;
    },
    /** Creates a charge that the service does not know of. */
    async createCharge(externalReference: string): Promise<string> {
      const customer = (await call('GET', '/_control/customers')).customers[0].id;
      const dueDate = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const body = { customer, billingType: 'UNDEFINED', value: 174.8, dueDate, externalReference };
      return (await call('POST', '/asaas/v3/payments', body)).id;
    },
    /** Makes a cancelled charge payable again. */
    restore: (chargeId: string) => call('POST', `/asaas/v3/payments/${chargeId}/restore`),
    /** Refunds in the provider's panel. */
    refundByHand: (chargeId: string, value: number) => call('POST', `/asaas/v3/payments/${chargeId}/refund`, { value }),
    async customers(userId: string): Promise<number> {
      const { customers } = await call('GET', '/_control/customers');
      return customers.filter((one: { externalReference: string }) => one.externalReference === userId).length;
    },
    /** The buyer's customer record at the provider. */
    customerOf: async (userId: string) =>
      (await call('GET', `/asaas/v3/customers?externalReference=${userId}`)).data[0],
    async openBoleto(chargeId: string): Promise<void> {
      const { status } = await fetch(`${url}/b/pdf/${chargeId}`);
      if (status !== 200) throw new Error(`the boleto got ${status}`);
    },
    /** Pays on the hosted page. */
    async pay(chargeId: string, fields: Record<string, string> = { method: 'pix' }): Promise<void> {
      const status = await submit(`/i/${chargeId}/pay`, fields);
      if (status >= 400) throw new Error(`paying answered ${status}`);
    },
  };
}

export const aCheckout = (userId: string, changes: Partial<PlaceOrderRequest> = {}): PlaceOrderRequest =>
  PlaceOrderRequest.fromPartial({
    userId,
    shipping: {
      cep: '01310-100',
      street: 'Avenida Paulista',
      number: '1000',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      country: 'BR',
    },
    items: [
      { sellerProductId: randomUUID(), variantId: randomUUID(), quantity: 2, selectedOptions: { color: 'blue' } },
    ],
    shippingCents: 1_500,
    ...changes,
  });

export const aKey = (key: string, bodyDigest = 'digest', scope = 'tests'): Call['idempotency'] => ({
  key,
  scope,
  bodyDigest,
});
