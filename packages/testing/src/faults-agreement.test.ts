import { describe, expect, it } from 'vitest';
import type { Json } from '@estampa/stack/demo/api';
import { type Shipment, type Sold, wrongsOfLabel } from '../faults/agreement/labels.ts';
import { type StoredOrder, wrongsOfCharges, wrongsOfOrder } from '../faults/agreement/orders.ts';
import { wrongsOfClearing } from '../faults/agreement/payouts.ts';
import type { KnownOrder } from '../faults/load/journal.ts';
import { Random } from '@estampa/stack/random';

const PAID: StoredOrder = {
  id: 'order-1',
  status: 'approved',
  total: 10_880,
  refunded: 0,
  isPaid: true,
  isDisputed: false,
  requested: 0,
  pending: 0,
  charges: ['pay-1'],
};
const UNPAID: StoredOrder = { ...PAID, status: 'pending', isPaid: false };
const CHARGE = {
  id: 'pay-1',
  value: 108.8,
  confirmedDate: '2026-01-01',
  status: 'RECEIVED',
  refunds: null,
  deleted: false,
};
const OPEN = { ...CHARGE, confirmedDate: null, status: 'PENDING' };
const back = (value: number, status = 'DONE') => ({ ...CHARGE, refunds: [{ value, status }] });

describe('an order and its charges', () => {
  it.each<[string, StoredOrder, Json[]]>([
    ['unpaid', UNPAID, [OPEN]],
    ['paid', PAID, [CHARGE]],
    ['refunded in part', { ...PAID, refunded: 880 }, [back(8.8)]],
    ['about to be refunded', { ...PAID, pending: 880 }, [back(8.8, 'PENDING')]],
    ['refunded before we know', { ...PAID, pending: 880 }, [back(8.8)]],
    ['lost to a dispute', { ...PAID, status: 'refunded', refunded: 10_880 }, [{ ...CHARGE, status: 'REFUNDED' }]],
    ['with an attempt that was removed', PAID, [{ ...OPEN, id: 'pay-0', deleted: true }, CHARGE]],
  ])('agree when it is %s', (_, order, charges) => {
    expect(wrongsOfCharges(order, charges)).toEqual([]);
  });

  it.each<[string, StoredOrder, Json[]]>([
    ['a payment is not known', UNPAID, [CHARGE]],
    ['the provider has no money of it', PAID, [OPEN]],
    ['a refund is not known', PAID, [back(8.8)]],
    ['a refund was not made', { ...PAID, refunded: 880 }, [CHARGE]],
    ['a refund was made twice', { ...PAID, pending: 880 }, [back(17.6)]],
    ['it has two charges', PAID, [CHARGE, { ...OPEN, id: 'pay-2' }]],
    ['its charge is missing', PAID, []],
    ['it was cancelled and can be paid', { ...UNPAID, status: 'cancelled' }, [OPEN]],
  ])('do not agree when %s', (_, order, charges) => {
    expect(wrongsOfCharges(order, charges)).not.toEqual([]);
  });
});

describe('an order and what was accepted of it', () => {
  const known: KnownOrder = { paid: true, refundedCents: 0, ending: null };

  it.each<[string, StoredOrder, KnownOrder, number]>([
    ['paid', PAID, known, 0],
    ['paid in vain', UNPAID, known, 1],
    ['cancelled and still open', UNPAID, { ...known, paid: false, ending: 'cancelled' }, 1],
    ['on its way back', { ...PAID, pending: 10_880 }, { ...known, ending: 'refunded' }, 0],
    ['never on its way back', PAID, { ...known, ending: 'refunded' }, 1],
    ['refunded twice for one request', { ...PAID, requested: 1_760 }, { ...known, refundedCents: 880 }, 1],
    ['in a dispute that has ended', { ...PAID, isDisputed: true }, known, 1],
  ])('%s', (_, order, accepted, wrongs) => {
    expect(wrongsOfOrder(order, accepted)).toHaveLength(wrongs);
  });
});

describe('an order and its label', () => {
  const sold: Sold = { id: 'order-1', status: 'approved', shipmentId: 's-1', version: 4 };
  const shipment: Shipment = {
    orderId: 'order-1',
    status: 'label_generated',
    version: 4,
    labelId: 'label-1',
    paymentStatus: 'approved',
    isEnding: false,
  };
  const label = { id: 'label-1', posted_at: null };
  const ended = { ...sold, status: 'refunded' };

  it.each<[string, Sold, Shipment | undefined, Json[], number]>([
    ['bought once', sold, shipment, [label], 0],
    ['bought twice', sold, shipment, [label, { ...label, id: 'label-2' }], 1],
    ['another than is stored', sold, shipment, [{ ...label, id: 'label-2' }], 1],
    ['not bought', sold, { ...shipment, status: 'label_pending' }, [], 2],
    ['unknown to fulfillment', sold, undefined, [], 2],
    ['shown as it was before', sold, { ...shipment, version: 5 }, [label], 1],
    ['bought for an order that ended', ended, { ...shipment, paymentStatus: 'refunded' }, [label], 1],
    ['given back', ended, { ...shipment, paymentStatus: 'refunded' }, [], 0],
    [
      'posted before the order ended',
      ended,
      { ...shipment, paymentStatus: 'refunded' },
      [{ ...label, posted_at: 'x' }],
      0,
    ],
  ])('%s', (_, order, stored, bought, wrongs) => {
    expect(wrongsOfLabel(order, stored, bought)).toHaveLength(wrongs);
  });
});

it.each<[what: string, cents: number, cleared: [string, number][], wrongs: number]>([
  ['all of an order', 10_880, [['order-1', 10_880]], 0],
  ['less than was paid', 10_880, [['order-1', 10_000]], 1],
  ['nothing of an order', 10_880, [], 1],
  ['nothing of one that went back', 0, [], 0],
  ['money of an order that was not paid', 0, [['order-2', 10_880]], 1],
])('the ledger has %s', (_, cents, cleared, wrongs) => {
  const order = { id: 'order-1', status: 'approved', cents };

  expect(wrongsOfClearing([order], new Map(cleared))).toHaveLength(wrongs);
});

it('strikes each target once before any of them again, in an order that the seed decides', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'];

  expect(new Random(7).shuffled(all).toSorted()).toEqual(all);
  expect(new Random(7).shuffled(all)).toEqual(new Random(7).shuffled(all));
  expect(new Set([1, 2, 3, 4, 5].map((seed) => new Random(seed).shuffled(all).join(''))).size).toBeGreaterThan(1);
});
