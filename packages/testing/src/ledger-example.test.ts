import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shareOut } from '@estampa/kernel/money';
import { T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { DEMO_ORDER } from '@estampa/stack/demo/purchase';
import { sectionOf, withSection } from '@estampa/stack/page-section';
import { REPOSITORY } from '@estampa/stack/paths';
import { expect, it } from 'vitest';
import { balancesBy } from '../../../services/payouts/src/domain/account-balances.ts';
import { payoutTransfers, settleOrder } from '../../../services/payouts/src/domain/order-transfers.ts';
import { reasonOf } from '../../../services/payouts/src/domain/reason.ts';
import type { Charge } from '../../../services/sandbox/src/domain/charge.ts';
import { feeCents } from '../../../services/sandbox/src/domain/charge-fee.ts';
import type { Transfer } from '../../../services/payouts/src/domain/transfer.ts';

const PAGE = join(REPOSITORY, 'docs/money-model.md');
const MARKS = { begin: '<!-- the demo’s order -->', end: '<!-- end of the demo’s order -->' };
const OF = { orderId: 'order', orderItemId: 'item', sellerProfileId: 'artist' };

/** What the services post of the demo's order, from its price to the artist's payout. */
function demoTransfers(): Transfer[] {
  const { priceCents, quantity, shippingCents } = DEMO_ORDER;
  const { artistEarningsCents, ...breakdown } = shareOut({
    priceCents,
    baseCostCents: T_SHIRT.baseCostCents,
    platformFeeBasisPoints: T_SHIRT.platformFeePercent * 100,
    artistRoyaltyBasisPoints: T_SHIRT.artistRoyaltyPercent * 100,
  });
  const saleState = {
    wasApproved: true,
    paymentStatus: 'approved',
    isDisputed: false,
    isRefundUnderWay: false,
    itemStatus: 'delivered',
  } as const;
  const item = { ...OF, quantity, artistEarningsCents, breakdown, givenBackCents: 0, borneFeeCents: 0, saleState };
  const totalCents = priceCents * quantity + shippingCents;
  const feesCents = feeCents({ billingType: 'PIX', valueCents: totalCents } as Charge);
  const sold = settleOrder(
    { orderId: OF.orderId, totalCents, refundedCents: 0, feeCents: feesCents, items: [item] },
    [],
  );
  return [...sold, ...payoutTransfers([{ ...OF, payoutId: 'payout', amountCents: artistEarningsCents * quantity }])];
}

function shown(): string {
  const { priceCents, quantity, shippingCents } = DEMO_ORDER;
  const transfers = demoTransfers();
  const lines = transfers.map(
    (one) => `| ${reasonOf(one)} | \`${one.debit}\` | \`${one.credit}\` | ${cents(one.amountCents)} |`,
  );
  const left = balancesBy(transfers).map(({ name, balanceCents }) => `\`${name}\` ${cents(balanceCents)}`);
  return [
    `${quantity} shirts at ${cents(priceCents)} cents and ${cents(shippingCents)} of shipping, paid by Pix, delivered and paid to the artist:`,
    '',
    '| reason | debit | credit | cents |',
    '| --- | --- | --- | --: |',
    ...lines,
    '',
    `What it leaves: ${left.join(', ')}.`,
  ].join('\n');
}

const cents = (amount: number): string => amount.toLocaleString('en-US');

it('the money model explains the order of the demo as the services post it', () => {
  const page = readFileSync(PAGE, 'utf8');
  if (process.env.ESTAMPA_RECORD_DOCS) writeFileSync(PAGE, withSection(page, MARKS, shown()));
  expect(sectionOf(readFileSync(PAGE, 'utf8'), MARKS).trim()).toBe(shown());
});
