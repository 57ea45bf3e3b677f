import { newId } from '@estampa/kernel/ids';
import { RULES, type Rules } from './rules.ts';

/** Faults of one line each, in place of a rule: the model has to report every one. */
export const PLANTS: Readonly<Record<string, Partial<Rules>>> = {
  'a refund lowers earnings by whole cents, rounded down': {
    givenBackOf: (items, spreadCents, totalCents) =>
      items.map(({ earningCents, costCents, refundedCents }) => {
        const own = costCents > 0 ? (earningCents * refundedCents) / costCents : 0;
        return Math.min(Math.floor(own + (earningCents * spreadCents) / totalCents), earningCents);
      }),
  },
  'an entry is not reversed': {
    settleEntries: (...given) =>
      RULES.settleEntries(...given).filter((one) => one.kind === 'added' || one.change.status !== 'reversed'),
  },
  'an entry is released twice': {
    settleEntries: (...given) =>
      RULES.settleEntries(...given).flatMap((one) =>
        one.kind === 'moved' && one.change.status === 'releasable'
          ? [one, { kind: 'added', entry: { ...one.entry, ...one.change, id: newId() } }]
          : one,
      ),
  },
  'a dispute holds nothing back': {
    settleEntries: ({ saleState, ...sold }, ...given) =>
      RULES.settleEntries({ ...sold, saleState: { ...saleState, isDisputed: false } }, ...given),
  },
  'all artists bear the fee': {
    borneFeesOf: (items, ...given) =>
      RULES.borneFeesOf(
        items.map((item) => ({ ...item, isBorneByArtist: true })),
        ...given,
      ),
  },
  'what was posted is posted again': { settleOrder: (order) => RULES.settleOrder(order, []) },
  'what came back is not posted': {
    payoutTransfers: (entries) => RULES.payoutTransfers(entries.filter(({ amountCents }) => amountCents > 0)),
  },
  'a second transfer with the same reference may leave': {
    approve: (transfer, ...given) => RULES.approve(transfer && { ...transfer, providerId: null }, ...given),
  },
  'whatever names a reference may leave': {
    approve: (_transfer, _key, { providerId }) => ({ kind: 'approved', change: { providerId } }),
  },
  'a transfer that came back stays paid': {
    observe: (transfer, seen) => (seen.state === 'returned' ? null : RULES.observe(transfer, seen)),
  },
  'the fee of a transfer is not posted': { feeTransfers: () => [] },
  'more goes back than the lines of a refund say': {
    planRefund(...given) {
      const planned = RULES.planRefund(...given);
      return { ...planned, amountCents: planned.amountCents + 1 };
    },
  },
  'a refund of a part ends an order': {
    takeResponse(ledger, ...given) {
      const taken = RULES.takeResponse(ledger, ...given);
      if (ledger.order.totalRefundedCents > 0) ledger.order.paymentStatus = 'refunded';
      return taken;
    },
  },
  'a month can be closed at any time': { mustBeClosable: () => undefined },
  'a month begins with nothing': { balancesAfter: (_before, moved) => RULES.balancesAfter([], moved) },
  'a coupon is spread without the last cents': {
    freezeOrder(input, ids) {
      const { order, items } = RULES.freezeOrder(input, ids);
      const cut = items.map((item) => ({ ...item, discountCents: item.discountCents - (item.discountCents % 2) }));
      return { order, items: cut };
    },
  },
};
