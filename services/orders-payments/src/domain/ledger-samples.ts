import type { Order, PaymentStatus } from './order.ts';
import type { PaymentSnapshot, PaymentState, ProviderPayment, UnchargedPayment, UntriedPayment } from './payment.ts';
import { INSUFFICIENT_BALANCE, type Refund } from './refund.ts';
import { newRefund } from './take-snapshot.ts';

export const NOON = new Date('2026-11-21T12:00:00Z');
export const BEFORE = new Date('2026-11-20T12:00:00Z');

export const aPayment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 'p-1',
  orderId: 'o-1',
  attempt: 1,
  provider: 'asaas',
  reference: 'o-1:1',
  status: 'pending',
  amountCents: 10_000,
  refundedCents: 0,
  paidCents: null,
  feeCents: null,
  preferenceId: 'pay_1',
  providerPaymentId: 'pay_1',
  initPoint: 'http://pay.example/1',
  sandboxInitPoint: null,
  cancelRequestedAt: null,
  method: null,
  readAt: null,
  paidAt: null,
  closedAt: null,
  createdAt: BEFORE,
  claimedUntil: null,
  tries: 1,
  dueAt: null,
  failures: 0,
  ...changes,
});

export const anUncharged = (changes: Partial<UnchargedPayment> = {}): UnchargedPayment => ({
  ...aPayment(),
  preferenceId: null,
  providerPaymentId: null,
  initPoint: null,
  sandboxInitPoint: null,
  ...changes,
});

/** Of a page that takes several payments. */
export const anUntried = (changes: Partial<UntriedPayment> = {}): UntriedPayment => ({
  ...aPayment(),
  preferenceId: 'pref_1',
  providerPaymentId: null,
  ...changes,
});

/** Its money was counted. */
export const PAID = { status: 'approved', paidAt: BEFORE, paidCents: 10_000 } as const;

export const anOrder = (paymentStatus: PaymentStatus, changes: Partial<Order> = {}): Order => ({
  id: 'o-1',
  userId: 'u-1',
  email: 'buyer@demo.example',
  fullName: 'Compradora Demo',
  phone: null,
  shipping: { cep: '', street: '', number: '', neighborhood: '', city: '', state: 'SP', country: 'BR' },
  paymentStatus,
  fulfillmentStatus: 'pending',
  subtotalCents: 10_000,
  shippingCents: 0,
  discountCents: 0,
  coupon: null,
  totalCents: 10_000,
  totalRefundedCents: 0,
  isDisputed: false,
  isClosing: false,
  currentPaymentId: 'p-1',
  paidAt: paymentStatus === 'approved' || paymentStatus === 'refunded' ? BEFORE : null,
  shippedAt: null,
  deliveredAt: null,
  ...changes,
});

export const aSnapshot = (state: PaymentState, changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot => ({
  paymentId: 'pay_1',
  charge: { preferenceId: 'pay_1', paymentId: 'pay_1', initPoint: 'http://pay.example/1', sandboxInitPoint: null },
  reference: 'o-1:1',
  state,
  rawStatus: state.toUpperCase(),
  amountCents: 10_000,
  refundedCents: state === 'refunded' ? 10_000 : 0,
  refunds: [],
  ...changes,
});

export const aRefund = (changes: Partial<Refund> = {}): Refund => ({
  ...newRefund(aPayment(), { reason: 'refund', amountCents: 4_000 }, { id: 'r-1', dueAt: BEFORE, now: BEFORE }),
  ...changes,
});

/** A refund that waits for balance. */
export const UNFUNDED = { status: 'requested', refusal: INSUFFICIENT_BALANCE } as const;
