import { describe, expect, it } from 'vitest';
import type { Charge, ChargeStatus, Step } from './charge.ts';
import { declineCard, move, MOVE_NAMES, MOVES, pay, remove, restore, viewBoleto } from './charge-lifecycle.ts';
import { completeBoletoRefund, refund, requestBoletoRefund } from './charge-refunds.ts';

const noon = new Date('2026-11-21T12:00:00Z');
const reported = (steps: Step[]) => steps.map(({ charge, event }) => [event, charge.status]);

const aCharge = (changes: Partial<Charge> = {}): Charge => ({
  id: 'pay_1',
  number: 1,
  customerId: 'cus_1',
  status: 'PENDING',
  billingType: 'UNDEFINED',
  valueCents: 10_000,
  dueDate: '2026-11-24',
  description: null,
  externalReference: null,
  successUrl: null,
  autoRedirect: false,
  removed: false,
  createdAt: noon.toISOString(),
  confirmedAt: null,
  paidAt: null,
  refunds: [],
  ...changes,
});

describe('pay', () => {
  it.each([
    ['PIX', [['PAYMENT_RECEIVED', 'RECEIVED']]],
    ['CREDIT_CARD', [['PAYMENT_CONFIRMED', 'CONFIRMED']]],
    [
      'BOLETO',
      [
        ['PAYMENT_CONFIRMED', 'CONFIRMED'],
        ['PAYMENT_RECEIVED', 'RECEIVED'],
      ],
    ],
  ] as const)('by %s publishes %j', (method, expected) => {
    expect(reported(pay(aCharge(), method, noon))).toEqual(expected);
  });

  it('takes late money on an overdue charge', () => {
    expect(reported(pay(aCharge({ status: 'OVERDUE' }), 'PIX', noon))).toEqual([['PAYMENT_RECEIVED', 'RECEIVED']]);
  });

  it.each(['CONFIRMED', 'RECEIVED', 'REFUNDED', 'AWAITING_RISK_ANALYSIS'] as const)('rejects %s', (status) => {
    expect(() => pay(aCharge({ status }), 'PIX', noon)).toThrow(`is ${status} cannot be paid`);
  });

  it('rejects a removed charge and a method that differs from the charge’s', () => {
    expect(() => pay(aCharge({ removed: true }), 'PIX', noon)).toThrow('is removed cannot be paid');
    expect(() => pay(aCharge({ billingType: 'BOLETO' }), 'PIX', noon)).toThrow('only be paid by BOLETO');
  });

  it('leaves the charge payable when the card is declined', () => {
    expect(reported(declineCard(aCharge()))).toEqual([['PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', 'PENDING']]);
    expect(() => declineCard(aCharge({ status: 'RECEIVED' }))).toThrow('cannot be paid');
  });
});

it('an opened boleto stays payable, and only what can be paid by one has one', () => {
  const [{ charge }] = viewBoleto(aCharge(), noon) as [Step];

  expect([charge.boletoViewedAt, charge.status]).toEqual([noon.toISOString(), 'PENDING']);
  expect(reported(viewBoleto(aCharge({ billingType: 'BOLETO', status: 'OVERDUE' }), noon))).toEqual([
    ['PAYMENT_BANK_SLIP_VIEWED', 'OVERDUE'],
  ]);
  expect(() => viewBoleto(aCharge({ billingType: 'PIX' }), noon)).toThrow('only be paid by PIX');
  expect(() => viewBoleto(aCharge({ status: 'RECEIVED' }), noon)).toThrow('is RECEIVED cannot be paid');
});

it.each(MOVE_NAMES)('moves to %s from its own states only', (name) => {
  const all = [...new Set(MOVE_NAMES.flatMap((other) => [...MOVES[other].from]))];
  const from: readonly ChargeStatus[] = MOVES[name].from;

  for (const status of from) expect(reported(move(aCharge({ status }), name, noon))[0]![1]).toBe(MOVES[name].status);
  for (const status of all.filter((other) => !from.includes(other)))
    expect(() => move(aCharge({ status }), name, noon)).toThrow('cannot become');
});

it('removes only what waits for payment and restores only what is removed', () => {
  const [removed] = remove(aCharge({ status: 'OVERDUE' }));

  expect(removed).toMatchObject({ event: 'PAYMENT_DELETED', charge: { removed: true } });
  expect(reported(restore(removed!.charge, noon))).toEqual([['PAYMENT_RESTORED', 'PENDING']]);
  expect(reported(restore({ ...removed!.charge, dueDate: '2026-11-20' }, noon))[0]![1]).toBe('OVERDUE');
  expect(() => remove(aCharge({ status: 'RECEIVED' }))).toThrow('cannot be removed');
  expect(() => remove(removed!.charge)).toThrow('cannot be removed');
  expect(() => restore(aCharge(), noon)).toThrow('cannot be restored');
});

describe('refund', () => {
  const paid = aCharge({ status: 'RECEIVED', billingType: 'PIX' });
  const of = (valueCents: number | null) => ({ valueCents, description: 'r-1' });

  it('does not change the state until the partial refunds add up to the full amount', () => {
    const [part] = refund(paid, of(4_000), noon);
    const [rest] = refund(part!.charge, of(null), noon);

    expect(reported([part!, rest!])).toEqual([
      ['PAYMENT_PARTIALLY_REFUNDED', 'RECEIVED'],
      ['PAYMENT_REFUNDED', 'REFUNDED'],
    ]);
    expect(rest!.charge.refunds.map(({ valueCents }) => valueCents)).toEqual([4_000, 6_000]);
  });

  it('rejects more than remains, unpaid charges and bank slips', () => {
    const [part] = refund(paid, of(4_000), noon);

    expect(() => refund(part!.charge, of(6_001), noon)).toThrow('at most 60');
    expect(() => refund(aCharge(), of(null), noon)).toThrow('is PENDING cannot be refunded');
    expect(() => refund({ ...paid, billingType: 'BOLETO' }, of(null), noon)).toThrow('by its own request');
  });

  it('of a bank slip waits for the buyer', () => {
    const [requested] = requestBoletoRefund({ ...paid, billingType: 'BOLETO' }, noon);

    expect(requested).toMatchObject({ event: null, charge: { status: 'REFUND_REQUESTED' } });
    expect(requestBoletoRefund(requested!.charge, noon)).toEqual([]);
    expect(reported(completeBoletoRefund(requested!.charge))).toEqual([
      ['PAYMENT_REFUND_IN_PROGRESS', 'REFUND_IN_PROGRESS'],
      ['PAYMENT_REFUNDED', 'REFUNDED'],
    ]);
    expect(() => requestBoletoRefund(paid, noon)).toThrow('Only a paid bank slip');
    expect(() => completeBoletoRefund(paid)).toThrow('waiting for the buyer');
  });
});
