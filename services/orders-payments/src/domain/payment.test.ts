import { expect, it } from 'vitest';
import { aPayment as sample } from './ledger-samples.ts';
import type { PaymentStatus } from './order.ts';
import { nextTask, type Payment, type Task } from './payment.ts';

const aPayment = (changes: Partial<Payment>): Payment =>
  sample({ preferenceId: null, providerPaymentId: null, initPoint: null, ...changes });
const PAID_AT_ADDRESS: Partial<Payment> = {
  preferenceId: 'pref_1',
  providerPaymentId: '1',
  status: 'approved',
  paidAt: new Date(0),
};
const charged = { preferenceId: 'pay_1', providerPaymentId: 'pay_1' };

it.each<[string, Partial<Payment>, PaymentStatus, Task | null]>([
  ['no charge yet', {}, 'pending', 'start_charge'],
  ['no charge yet, order rejected', {}, 'rejected', 'start_charge'],
  ['no charge and none wanted', {}, 'cancelled', null],
  ['no charge and paid otherwise', {}, 'approved', null],
  ['no charge known, given up', { cancelRequestedAt: new Date(0) }, 'pending', 'find_charge'],
  ['refused by the gateway', { status: 'rejected' }, 'pending', null],
  ['a charge that waits', charged, 'pending', 'check_charge'],
  ['a charge that is overdue', { ...charged, status: 'overdue' }, 'pending', 'check_charge'],
  ['a declined card', { ...charged, status: 'rejected' }, 'rejected', 'check_charge'],
  ['a charge that nobody tried to pay', { preferenceId: 'pref_1' }, 'pending', 'check_charge'],
  ['a superseded charge', { ...charged, cancelRequestedAt: new Date(0) }, 'pending', 'cancel_charge'],
  ['a superseded charge that is gone', { ...charged, status: 'cancelled' }, 'pending', null],
  ['a paid charge', { ...charged, status: 'approved', paidAt: new Date(0) }, 'approved', null],
  ['a charge in dispute', { ...charged, status: 'disputed', paidAt: new Date(0) }, 'approved', 'check_charge'],
  ['an address that was paid at', PAID_AT_ADDRESS, 'approved', 'close_charge'],
  ['an address whose money goes back', { ...PAID_AT_ADDRESS, status: 'refunded' }, 'cancelled', 'close_charge'],
  ['an address that is closed', { ...PAID_AT_ADDRESS, closedAt: new Date(0) }, 'approved', null],
])('has to do about %s', (_name, payment, paymentStatus, task) => {
  expect(nextTask(aPayment(payment), { paymentStatus })).toBe(task);
});
