import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { paymentEventBody } from './asaas/payment-view.ts';
import type { Config } from './config.ts';
import { createCourier, type Courier } from './delivery/courier.ts';
import type { Charge, Step } from './domain/charge.ts';
import { movedCents } from './domain/statement.ts';
import { parcelEventBody } from './melhorenvio/order-view.ts';
import { spentCents } from './domain/parcel-lifecycle.ts';
import type { Parcel, ParcelStep } from './domain/parcel.ts';
import { createScripts, type Scripts } from './scripts/scripts.ts';
import { type Settings, usualSettings } from './settings.ts';
import { openStore, type Store } from './store.ts';

/** What every route may touch. */
export type Sandbox = {
  config: Config;
  settings: Settings;
  logger: Logger;
  store: Store;
  scripts: Scripts;
  courier: Courier;
  publicUrl: () => string;
  now: () => Date;
  /** Never the same again, also after a restart. */
  nextNumber: () => number;
  /** Whether a search knows it already. */
  isSearchable(createdAt: string): boolean;
};

export function createSandbox(config: Config, logger: Logger, publicUrl: () => string): Sandbox {
  const settings = usualSettings(config);
  const store = openStore(config.dataDir);
  const scripts = createScripts();
  const courier = createCourier({
    deliveries: store.deliveries,
    scripts,
    logger,
    receivers: () => ({
      asaas: {
        url: settings.asaasWebhookUrl,
        transferUrl: settings.asaasTransferWebhookUrl,
        secret: config.asaas.webhookToken,
      },
      mercadopago: { url: settings.mercadopagoWebhookUrl, secret: config.mercadopago.webhookSecret },
      melhorenvio: { url: settings.melhorenvioWebhookUrl, secret: config.melhorenvio.webhookSecret },
    }),
    backoffMs: () => settings.webhookBackoffMs,
  });
  const isSearchable = (createdAt: string): boolean =>
    Date.now() - new Date(createdAt).getTime() >= settings.searchLagMs;
  const now = () => new Date();
  return { config, settings, logger, store, scripts, courier, publicUrl, now, nextNumber: numbers(), isSearchable };
}

/** Numbers by the clock, a thousand for each millisecond. */
function numbers(): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, Date.now() * 1_000));
}

/** An account without a configured balance never runs dry. */
export function moveBalance({ settings }: Pick<Sandbox, 'settings'>, account: Account, byCents: number): void {
  const before = settings.balances[account];
  if (before !== undefined) settings.balances = { ...settings.balances, [account]: before + byCents };
}

type Account = keyof Settings['balances'];

/** Stores each step of a charge and sends its webhook; returns the charge after the last step. */
export function applyChargeSteps(sandbox: Sandbox, charge: Charge, steps: readonly Step[]): Charge {
  for (const step of steps) {
    moveBalance(sandbox, 'asaas', movedCents(step.charge) - movedCents(charge));
    charge = sandbox.store.charges.put(step.charge);
    if (step.event) publishCharge(sandbox, step.charge, step.event);
  }
  return charge;
}

export function applyParcelSteps(sandbox: Sandbox, parcel: Parcel, steps: readonly ParcelStep[]): Parcel {
  for (const step of steps) {
    moveBalance(sandbox, 'melhorenvio', spentCents(parcel) - spentCents(step.parcel));
    parcel = sandbox.store.parcels.put(step.parcel);
    sandbox.courier.appendEvent({
      id: `me_${randomBytes(8).toString('hex')}`,
      account: 'melhorenvio',
      event: step.event,
      subjectId: parcel.id,
      reference: parcel.tags[0]?.tag ?? null,
      body: JSON.stringify(parcelEventBody(step, sandbox.publicUrl())),
    });
  }
  return parcel;
}

function publishCharge(sandbox: Sandbox, charge: Charge, event: string): void {
  const id = `evt_${randomBytes(16).toString('hex')}&${charge.number}`;
  sandbox.courier.appendEvent({
    id,
    account: 'asaas',
    event,
    subjectId: charge.id,
    reference: charge.externalReference,
    body: JSON.stringify(paymentEventBody({ id, event, charge, at: sandbox.now(), publicUrl: sandbox.publicUrl() })),
  });
}
