import type { Order } from './order.ts';
import { anOrder, NOON } from './ledger-samples.ts';
import { newAttempt } from './new-attempt.ts';
import { type ProviderCharge, shown } from './money-model-provider.ts';
import type { Payment, PaymentSnapshot } from './payment.ts';
import { type Ledger, takeSnapshot } from './take-snapshot.ts';

/** An order, its provider, and the messages between them. */
export type World = {
  ledger: Ledger;
  charges: ProviderCharge[];
  /** Sent and not received; they may arrive in any order, twice, or never. */
  webhooks: PaymentSnapshot[];
  /** Charges that were created and whose responses have not arrived. */
  responses: { paymentId: string; chargeId: string }[];
  /** What the last accepted cancellation promised to refund of the order's charge; null if nothing more is promised. */
  promised: { chargeId: string; cents: number } | null;
  ids: number;
  /** Counts requests, so that each has a time of its own. */
  checks: number;
};

export const SETTINGS = { provider: 'asaas', now: NOON, attemptTimeoutMs: 1_000, recoverAfterMs: 1_000 };

export function newWorld(): World {
  const order: Order = { ...anOrder('pending'), paidAt: null, currentPaymentId: 'p-1' };
  const payment = newAttempt(SETTINGS, order, { id: 'p-1', attempt: 1 });
  const ledger = { order, payments: [payment], refunds: [] };
  return { ledger, charges: [], webhooks: [], responses: [], promised: null, ids: 0, checks: 0 };
}

export type Step = (world: World, pick: number) => void;

export const nextId = (world: World, kind: string): string => `${kind}-${(world.ids += 1)}`;
export const given = (world: World) => ({ provider: 'asaas', now: NOON, newId: () => nextId(world, 'n') });
export const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];

export const currentOf = ({ order, payments }: Ledger): Payment =>
  payments.find(({ id }) => id === order.currentPaymentId)!;

export const chargeOf = ({ charges }: World, chargeId: string): ProviderCharge =>
  charges.find(({ id }) => id === chargeId)!;

/** The charge that paid the order; undefined if it is unpaid, or paid without a provider. */
export function payingCharge({ ledger, charges }: World): ProviderCharge | undefined {
  const { providerPaymentId } = currentOf(ledger);
  return ledger.order.paidAt === null ? undefined : charges.find(({ id }) => id === providerPaymentId);
}

/** The charge as the provider shows it now. */
export const checkOn = (world: World, charge: ProviderCharge): PaymentSnapshot =>
  shown(charge, new Date(NOON.getTime() + (world.checks += 1)));

export const notify = (world: World, charge: ProviderCharge): void => void world.webhooks.push(checkOn(world, charge));

/** Applies the provider's present state of a charge. */
export const check = (world: World, charge: ProviderCharge): void =>
  void takeSnapshot(world.ledger, checkOn(world, charge), given(world));
