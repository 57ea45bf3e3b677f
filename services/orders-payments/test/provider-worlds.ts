import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startMarketplace } from '@estampa/testing/marketplace';
import { asaas } from '../src/adapters/asaas.ts';
import { mercadoPago } from '../src/adapters/mercado-pago.ts';
import type { PaymentGateway, RawWebhook } from '../src/adapters/payment-gateway.ts';
import type { Charge } from '../src/domain/payment.ts';
import { CARD, sandboxCalls } from './sandbox-calls.ts';

export type PayMethod = 'pix' | 'card' | 'boleto';

/** A provider and what buyers, banks and networks do to its charges. */
export type ProviderWorld = {
  gateway: PaymentGateway;
  /** The same provider with other settings. */
  other(changes: { secret?: string; baseUrl?: string }): PaymentGateway;
  /** Paths of the sandbox for scripts. */
  paths: { create: string; search: string; payments: string; refund: string };
  pay(charge: Charge, method?: PayMethod): Promise<number>;
  decline(charge: Charge): Promise<void>;
  changeAmount(charge: Charge, amountCents: number): Promise<void>;
  dispute(paymentId: string): Promise<void>;
  endDispute(paymentId: string, as: 'won' | 'lost'): Promise<void>;
  settleRefunds(paymentId: string, as: 'done' | 'denied'): Promise<void>;
  /** What the provider counts for a reference: charges, and refunds that are done. */
  count(reference: string): Promise<{ charges: number; refundsDone: number }>;
};

export type Worlds = Awaited<ReturnType<typeof startProviderWorlds>>;

/** The sandbox, with both adapters in this process and a receiver of its webhooks. */
export async function startProviderWorlds() {
  await using starting = new AsyncDisposableStack();
  const received = starting.adopt(await startReceiver(), ({ stop }) => stop());
  const marketplace = starting.use(
    await startMarketplace({
      only: ['sandbox'],
      environment: {
        sandbox: {
          ASAAS_WEBHOOK_URL: `${received.url}/asaas`,
          MERCADOPAGO_WEBHOOK_URL: `${received.url}/mercadopago`,
          WEBHOOK_BACKOFF_MS: '0,5',
        },
      },
    }),
  );
  const { sandboxUrl: url } = marketplace;
  const { secrets } = marketplace.surroundings;
  const { call } = sandboxCalls(url);
  const worlds: Record<'asaas' | 'mercadopago', ProviderWorld> = {
    asaas: asaasWorld(url, { apiKey: secrets.asaasApiKey, webhookTokens: [secrets.asaasWebhookToken] }),
    mercadopago: mercadoPagoWorld(url, {
      accessToken: secrets.mercadoPagoAccessToken,
      webhookSecrets: [secrets.mercadoPagoWebhookSecret],
    }),
  };
  const running = starting.move();
  return {
    worlds,
    call,
    webhooks: received.webhooks,
    async endScripts() {
      for (const { id } of (await call('GET', '/_control/scripts')).scripts)
        await call('DELETE', `/_control/scripts/${id}`);
    },
    stop: () => running.disposeAsync(),
  };
}

function asaasWorld(url: string, secrets: { apiKey: string; webhookTokens: readonly string[] }): ProviderWorld {
  const { call, submit } = sandboxCalls(url);
  const baseUrl = `${url}/asaas/v3`;
  const move = (id: string, to: string) => call('POST', `/_control/charges/${id}/move`, { to });
  return {
    gateway: asaas({ baseUrl, ...secrets }),
    other: ({ secret, baseUrl: elsewhere }) =>
      asaas({ baseUrl: elsewhere ?? baseUrl, ...secrets, ...(secret && { apiKey: secret }) }),
    paths: {
      create: '/asaas/v3/payments',
      search: '/asaas/v3/payments',
      payments: '/asaas/v3/payments/*',
      refund: '/asaas/v3/payments/*/refund',
    },
    pay: ({ preferenceId }, method = 'pix') => submit(`/i/${preferenceId}/pay`, { method, cardNumber: CARD.ok }),
    decline: async ({ preferenceId }) => void (await submit(`/i/${preferenceId}/decline`, {})),
    changeAmount: ({ preferenceId }, amountCents) =>
      call('POST', `/_control/charges/${preferenceId}/amount`, { amountCents }),
    dispute: (id) => move(id, 'chargeback_requested'),
    async endDispute(id, as) {
      if (as === 'lost') return void (await move(id, 'chargeback_lost'));
      for (const to of ['chargeback_dispute', 'chargeback_won', 'chargeback_reversed']) await move(id, to);
    },
    settleRefunds: (id, as) => call('POST', `/_control/charges/${id}/refunds/settle`, { as }),
    async count(reference) {
      const { charges } = await call('GET', `/_control/charges?externalReference=${encodeURIComponent(reference)}`);
      const refunds = charges.flatMap((charge: { refunds: { status: string }[] | null }) => charge.refunds ?? []);
      return { charges: charges.length, refundsDone: refunds.filter(isDone).length };
    },
  };
}

function mercadoPagoWorld(
  url: string,
  secrets: { accessToken: string; webhookSecrets: readonly string[] },
): ProviderWorld {
  const { call, submit } = sandboxCalls(url);
  const baseUrl = `${url}/mercadopago`;
  const move = (id: string, to: string) => call('POST', `/_control/payments/${id}/move`, { to });
  return {
    gateway: mercadoPago({ baseUrl, ...secrets }),
    other: ({ secret, baseUrl: elsewhere }) =>
      mercadoPago({ baseUrl: elsewhere ?? baseUrl, ...secrets, ...(secret && { accessToken: secret }) }),
    paths: {
      create: '/mercadopago/checkout/preferences',
      search: '/mercadopago/v1/payments/search',
      payments: '/mercadopago/v1/payments/*',
      refund: '/mercadopago/v1/payments/*/refunds',
    },
    pay: ({ preferenceId }, method = 'pix') => submit(`/checkout/${preferenceId}/pay`, { method, cardNumber: CARD.ok }),
    decline: async ({ preferenceId }) =>
      void (await submit(`/checkout/${preferenceId}/pay`, { method: 'card', cardNumber: CARD.declined })),
    changeAmount: ({ preferenceId }, amountCents) =>
      call('POST', `/_control/preferences/${preferenceId}/amount`, { amountCents }),
    dispute: (id) => move(id, 'charge_back'),
    endDispute: (id, as) => move(id, as === 'won' ? 'chargeback_won' : 'chargeback_lost'),
    settleRefunds: (id, as) => call('POST', `/_control/payments/${id}/refunds/settle`, { as }),
    async count(reference) {
      const of = `?referencePrefix=${encodeURIComponent(reference)}`;
      const { count: charges } = await call('GET', `/_control/preferences${of}`);
      const { payments } = await call('GET', `/_control/payments${of}`);
      const refunds = payments.flatMap((payment: { refunds: { status: string }[] }) => payment.refunds);
      return { charges, refundsDone: refunds.filter(isDone).length };
    },
  };
}

const isDone = ({ status }: { status: string }): boolean => status === 'DONE' || status === 'approved';

type Received = RawWebhook & { provider: string };

async function startReceiver() {
  const webhooks: Received[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://receiver');
    const headers = request.headers as Record<string, string>;
    webhooks.push({ provider: pathname.slice(1), headers, query: search, rawBody: await buffer(request) });
    response.writeHead(200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhooks,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
