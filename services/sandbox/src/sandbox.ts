import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { paymentEventBody } from './asaas/payment-view.ts';
import type { Config } from './config.ts';
import { createCourier, type Courier } from './delivery/courier.ts';
import type { Charge, Step } from './domain/charge.ts';
import { parcelEventBody } from './melhorenvio/order-view.ts';
import type { Parcel, ParcelStep } from './domain/parcel.ts';
import { createScripts, type Scripts } from './scripts/scripts.ts';
import { openStore, type Store } from './store.ts';

/** Settings that a tool may change while the sandbox runs. */
export type Settings = {
  asaasWebhookUrl: string | null;
  melhorenvioWebhookUrl: string | null;
  webhookBackoffMs: readonly number[];
};

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
};

export function createSandbox(config: Config, logger: Logger, publicUrl: () => string): Sandbox {
  const settings: Settings = {
    asaasWebhookUrl: config.asaas.webhookUrl,
    melhorenvioWebhookUrl: config.melhorenvio.webhookUrl,
    webhookBackoffMs: config.webhookBackoffMs,
  };
  const store = openStore(config.dataDir);
  const scripts = createScripts();
  const courier = createCourier({
    deliveries: store.deliveries,
    scripts,
    logger,
    receivers: () => ({
      asaas: { url: settings.asaasWebhookUrl, secret: config.asaas.webhookToken },
      melhorenvio: { url: settings.melhorenvioWebhookUrl, secret: config.melhorenvio.webhookSecret },
    }),
    backoffMs: () => settings.webhookBackoffMs,
  });
  return { config, settings, logger, store, scripts, courier, publicUrl, now: () => new Date() };
}

/** Keeps each step of a charge and announces it; answers the charge as the last step left it. */
export function applyChargeSteps(sandbox: Sandbox, charge: Charge, steps: readonly Step[]): Charge {
  for (const step of steps) {
    sandbox.store.charges.put(step.charge);
    if (step.event) announceCharge(sandbox, step.charge, step.event);
  }
  return steps.at(-1)?.charge ?? charge;
}

export function applyParcelSteps(sandbox: Sandbox, parcel: Parcel, steps: readonly ParcelStep[]): Parcel {
  for (const step of steps) {
    sandbox.store.parcels.put(step.parcel);
    sandbox.courier.announce({
      id: `me_${randomBytes(8).toString('hex')}`,
      account: 'melhorenvio',
      event: step.event,
      subjectId: parcel.id,
      reference: parcel.tags[0]?.tag ?? null,
      body: JSON.stringify(parcelEventBody(step, sandbox.publicUrl())),
    });
  }
  return steps.at(-1)?.parcel ?? parcel;
}

function announceCharge(sandbox: Sandbox, charge: Charge, event: string): void {
  const id = `evt_${randomBytes(16).toString('hex')}&${charge.number}`;
  sandbox.courier.announce({
    id,
    account: 'asaas',
    event,
    subjectId: charge.id,
    reference: charge.externalReference,
    body: JSON.stringify(paymentEventBody({ id, event, charge, at: sandbox.now(), publicUrl: sandbox.publicUrl() })),
  });
}
