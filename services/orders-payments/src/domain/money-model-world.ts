import type { Order } from './order.ts';
import { anOrder, NOON } from './ledger-samples.ts';
import { newAttempt } from './new-attempt.ts';
import { type ProviderCharge, type ProviderPage, shown } from './money-model-provider.ts';
import type { Charge, Payment, PaymentSnapshot } from './payment.ts';
import { PaymentAccount } from './payment-account.ts';
import { isEnding } from './settle-refunds.ts';
import { type Ledger, type Taken, takeSnapshot } from './take-snapshot.ts';

/** An order, its provider, and what is on the way between them. */
export type World = {
  ledger: Ledger;
  charges: ProviderCharge[];
  pages: ProviderPage[];
  /** Told and not heard yet; heard in any order, twice, or never. */
  webhooks: PaymentSnapshot[];
  /** Made at the provider, their answers not heard. */
  responses: { paymentId: string; charge: Charge }[];
  /** What the last cancellation that was accepted promised to give back of the order's charge; null: nothing more is promised. */
  promised: { chargeId: string; cents: number } | null;
  /** Whether all of it is on its way back, as others were last told. */
  reportedEnding: boolean;
  ids: number;
  /** Every look at the provider begins at a moment of its own. */
  checks: number;
};

export const SETTINGS = { provider: 'asaas', now: NOON, attemptTimeoutMs: 1_000, recoverAfterMs: 1_000 };

export function newWorld(): World {
  const order: Order = { ...anOrder('pending'), paidAt: null, currentPaymentId: 'p-1' };
  const payment = newAttempt(SETTINGS, order, { id: 'p-1', attempt: 1 });
  const ledger = { order, payments: [payment], refunds: [] };
  const provider = { charges: [], pages: [], webhooks: [], responses: [] };
  return { ledger, ...provider, promised: null, reportedEnding: false, ids: 0, checks: 0 };
}

export type Step = (world: World, pick: number) => void;

export const nextId = (world: World, kind: string): string => `${kind}-${(world.ids += 1)}`;
export const given = (world: World) => ({ provider: 'asaas', now: NOON, newId: () => nextId(world, 'n') });
export const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];

export const currentOf = ({ order, payments }: Ledger): Payment =>
  payments.find(({ id }) => id === order.currentPaymentId)!;

export const chargeOf = ({ charges }: World, chargeId: string): ProviderCharge =>
  charges.find(({ id }) => id === chargeId)!;

/** The charge that the order was paid by; undefined while it was not, or by no provider. */
export function payingCharge({ ledger, charges }: World): ProviderCharge | undefined {
  const { providerPaymentId } = currentOf(ledger);
  return ledger.order.paidAt === null ? undefined : charges.find(({ id }) => id === providerPaymentId);
}

const UNTOLD = ['order_rejected', 'order_payment_started', 'order_payment_changed'];

/** What came of news: others are told of most of it, and with that how the order stands. */
export function took(world: World, { event }: { event: Taken['event'] }): void {
  if (event === null || UNTOLD.includes(event)) return;
  world.reportedEnding = isEnding(world.ledger.order, PaymentAccount.current(world.ledger));
}

/** What the provider shows now. */
export const checkOn = (world: World, charge: ProviderCharge): PaymentSnapshot =>
  shown(charge, new Date(NOON.getTime() + (world.checks += 1)));

export const notify = (world: World, charge: ProviderCharge): void => void world.webhooks.push(checkOn(world, charge));

/** The provider is asked what is true now, and believed. */
export const check = (world: World, charge: ProviderCharge): void =>
  took(world, takeSnapshot(world.ledger, checkOn(world, charge), given(world)));
