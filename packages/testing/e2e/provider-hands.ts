import type { Api, Json } from '@estampa/stack/demo/api';

export type Method = 'pix' | 'card' | 'boleto';
/** Webhooks that one payment causes. */
const LATEST = 2;
const CARDS = { ok: '4444444444444444', declined: '5184019740373151' };

/** What buyers, banks and networks do at one payment provider, and where it can be disturbed. */
export type Hands = {
  name: 'asaas' | 'mercadopago';
  /** The public API whose new payments are made there. */
  api(person: Api): Api;
  /** Paths of the provider's protocol, for scripts. */
  paths: { create: string; read: string; end: string; refund(paymentId: string): string };
  pay(order: Json, method?: Method, card?: keyof typeof CARDS): Promise<number>;
  /** The ids of all payments of an order that were paid, oldest first. */
  paidIds(orderId: string): Promise<string[]>;
  /** What the provider has of an order after all that went back. */
  retainedCents(orderId: string): Promise<number>;
  /** How many of its charges the order has there. */
  charges(orderId: string): Promise<number>;
  requestFor(order: Json, amountCents: number): Promise<void>;
  dispute(paymentId: string): Promise<void>;
  endDispute(paymentId: string, as: 'won' | 'lost'): Promise<void>;
  settleRefunds(paymentId: string, as: 'done' | 'denied'): Promise<void>;
  /** What a person does in the provider's own pages. */
  refundByHand(paymentId: string): Promise<void>;
};

type Sandbox = ReturnType<typeof sandboxOf>;

/** The sandbox's controls. */
export function sandboxOf(url: string) {
  async function call(method: string, path: string, body?: object): Promise<Json> {
    const response = await fetch(`${url}/_control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  }
  return {
    call,
    script: (rule: object): Promise<Json> => call('POST', '/scripts', rule),
    async endScripts(): Promise<void> {
      for (const { id } of (await call('GET', '/scripts')).scripts) await call('DELETE', `/scripts/${id}`);
      await call('PATCH', '/settings', { quotas: {}, latencyMs: 0, searchLagMs: 0 });
    },
    isUsed: async (scriptId: string): Promise<boolean> => (await call('GET', `/scripts/${scriptId}`)).remaining === 0,
    /** The responses to the latest webhooks of a provider, attempt by attempt. */
    async latestResponses(account: Hands['name']): Promise<number[][]> {
      const { deliveries } = await call('GET', `/webhooks?account=${account}`);
      const latest: Json[] = deliveries.slice(-LATEST);
      return latest.map(({ attempts }) => attempts.map(({ httpStatus }: Json) => httpStatus));
    },
    /** Delivers the withheld webhooks, late. */
    async deliverAll(): Promise<number> {
      const { deliveries } = await call('GET', '/webhooks?status=withheld');
      for (const { id } of deliveries) await call('POST', `/webhooks/${encodeURIComponent(id)}/deliver`);
      return deliveries.length;
    },
    async isQuiet(): Promise<boolean> {
      return (await call('GET', '/webhooks?status=queued')).count === 0;
    },
  };
}

async function submit(address: string, method: Method, card: keyof typeof CARDS): Promise<number> {
  const body = new URLSearchParams({ method, cardNumber: CARDS[card] });
  return (await fetch(address, { method: 'POST', body, redirect: 'manual' })).status;
}

const cents = (reais: number): number => Math.round(reais * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

export function asaasHands({ call }: Sandbox, api: (person: Api) => Api): Hands {
  const chargesOf = async (orderId: string): Promise<Json[]> =>
    (await call('GET', `/charges?referencePrefix=${orderId}:`)).charges;
  const move = (id: string, to: string) => call('POST', `/charges/${id}/move`, { to });
  return {
    name: 'asaas',
    api,
    paths: {
      create: '/asaas/v3/payments',
      read: '/asaas/v3/payments/*',
      end: '/asaas/v3/payments/*',
      refund: (id) => `/asaas/v3/payments/${id}/refund`,
    },
    pay: (order, method = 'pix', card = 'ok') => submit(`${order.initPoint}/pay`, method, card),
    paidIds: async (orderId) =>
      (await chargesOf(orderId)).filter(({ confirmedDate }) => confirmedDate).map(({ id }) => id),
    async retainedCents(orderId) {
      const paid = (await chargesOf(orderId)).filter(({ confirmedDate }) => confirmedDate);
      const back = paid.flatMap(({ refunds }) => refunds ?? []).filter(({ status }) => status === 'DONE');
      const lost = paid.filter(({ status, refunds }) => status === 'REFUNDED' && !refunds);
      return cents(sum(paid.map(({ value }) => value)) - sum([...back, ...lost].map(({ value }) => value)));
    },
    charges: async (orderId) => (await chargesOf(orderId)).length,
    requestFor: ({ payment }, amountCents) =>
      call('POST', `/charges/${payment.providerPaymentId}/amount`, { amountCents }),
    dispute: (id) => move(id, 'chargeback_requested'),
    async endDispute(id, as) {
      if (as === 'lost') return move(id, 'chargeback_lost');
      for (const to of ['chargeback_dispute', 'chargeback_won', 'chargeback_reversed']) await move(id, to);
    },
    settleRefunds: (id, as) => call('POST', `/charges/${id}/refunds/settle`, { as }),
    refundByHand: (id) => call('POST', `/charges/${id}/refund`),
  };
}

export function mercadoPagoHands({ call }: Sandbox, api: (person: Api) => Api): Hands {
  const paidOf = async (orderId: string): Promise<Json[]> => {
    const { payments } = await call('GET', `/payments?referencePrefix=${orderId}:`);
    return payments.filter((payment: Json) => payment.date_approved);
  };
  const move = (id: string, to: string) => call('POST', `/payments/${id}/move`, { to });
  return {
    name: 'mercadopago',
    api,
    paths: {
      create: '/mercadopago/checkout/preferences',
      read: '/mercadopago/v1/payments/*',
      end: '/mercadopago/checkout/preferences/*',
      refund: (id) => `/mercadopago/v1/payments/${id}/refunds`,
    },
    pay: (order, method = 'pix', card = 'ok') => submit(`${order.initPoint}/pay`, method, card),
    paidIds: async (orderId) => (await paidOf(orderId)).map(({ id }) => String(id)),
    async retainedCents(orderId) {
      const paid = await paidOf(orderId);
      const reused = paid.filter(({ status_detail: detail }) => detail !== 'settled');
      return cents(sum(reused.map((one) => one.transaction_amount - one.transaction_amount_refunded)));
    },
    charges: async (orderId) => (await call('GET', `/preferences?referencePrefix=${orderId}:`)).count,
    requestFor: ({ payment }, amountCents) =>
      call('POST', `/preferences/${payment.providerPreferenceId}/amount`, { amountCents }),
    dispute: (id) => move(id, 'charge_back'),
    endDispute: (id, as) => move(id, as === 'won' ? 'chargeback_won' : 'chargeback_lost'),
    settleRefunds: (id, as) => call('POST', `/payments/${id}/refunds/settle`, { as }),
    refundByHand: (id) => call('POST', `/payments/${id}/refund`),
  };
}
