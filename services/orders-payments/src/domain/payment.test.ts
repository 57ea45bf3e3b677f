import { expect, it } from 'vitest';
import { anUncharged, anUntried, aPayment } from './ledger-samples.ts';
import type { PaymentStatus } from './order.ts';
import { nextTask, type Payment, type ProviderPayment, type Task } from './payment.ts';

const THEN = new Date(0);
const EXPIRED = { status: 'cancelled', paidAt: null } as const;
const WAITS = { status: 'pending', paidAt: null } as const;
const atPage = (changes: Partial<ProviderPayment> = {}): Payment =>
  aPayment({ preferenceId: 'pref_1', status: 'approved', paidAt: THEN, ...changes });

it.each<[string, Payment, PaymentStatus, Task['kind'] | null]>([
  ['no charge yet', anUncharged(), 'pending', 'start_charge'],
  ['no charge yet, order rejected', anUncharged(), 'rejected', 'start_charge'],
  ['no charge and none wanted', anUncharged(), 'cancelled', null],
  ['no charge and paid otherwise', anUncharged(), 'approved', null],
  ['no charge known, given up', anUncharged({ cancelRequestedAt: THEN }), 'pending', 'find_charge'],
  ['rejected by the provider', anUncharged({ status: 'rejected' }), 'pending', null],
  [
    'rejected by the provider and given up',
    anUncharged({ status: 'cancelled', cancelRequestedAt: THEN }),
    'pending',
    null,
  ],
  ['a simulated payment', anUncharged({ status: 'approved', paidAt: THEN }), 'approved', null],
  ['a charge that waits', aPayment(), 'pending', 'check_charge'],
  ['a charge that is overdue', aPayment({ status: 'overdue' }), 'pending', 'check_charge'],
  ['a declined card', aPayment({ status: 'rejected' }), 'rejected', 'check_charge'],
  ['a charge that nobody tried to pay', anUntried(), 'pending', 'check_charge'],
  ['a superseded charge that nobody tried to pay', anUntried({ cancelRequestedAt: THEN }), 'pending', 'cancel_charge'],
  ['a superseded charge', aPayment({ cancelRequestedAt: THEN }), 'pending', 'cancel_charge'],
  ['a superseded charge that is gone', aPayment({ status: 'cancelled' }), 'pending', null],
  ['a paid charge', aPayment({ status: 'approved', paidAt: THEN }), 'approved', null],
  ['a charge in dispute', aPayment({ status: 'disputed', paidAt: THEN }), 'approved', 'check_charge'],
  [
    'money on its way back that was never counted',
    aPayment({ status: 'refund_in_progress' }),
    'pending',
    'check_charge',
  ],
  ['an address that was paid at', atPage(), 'approved', 'close_charge'],
  ['an address whose money goes back', atPage({ status: 'refunded' }), 'cancelled', 'close_charge'],
  ['an address that is closed', atPage({ closedAt: THEN }), 'approved', null],
  ['an address whose only payment expired', atPage(EXPIRED), 'rejected', null],
  [
    'a superseded address whose only payment expired',
    atPage({ ...EXPIRED, cancelRequestedAt: THEN }),
    'pending',
    'close_charge',
  ],
  [
    'a superseded address whose payment waits',
    atPage({ ...WAITS, cancelRequestedAt: THEN }),
    'pending',
    'cancel_charge',
  ],
  ['such an address, closed', atPage({ ...EXPIRED, cancelRequestedAt: THEN, closedAt: THEN }), 'pending', null],
])('has to do about %s', (_name, payment, paymentStatus, task) => {
  expect(nextTask(payment, { paymentStatus })?.kind ?? null).toBe(task);
});
