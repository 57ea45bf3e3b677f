import { Payout, PayoutItem } from '@estampa/contracts/payouts/v1/payouts';
import { describe, expect, it } from 'vitest';
import { StatementJson, statementCsv, statementPage, statementView } from './statement.ts';

const ID = '018f0000-0000-7000-8000-00000000000a';
const breakdown = {
  priceCents: 5000,
  baseCostCents: 3000,
  platformFeeCents: 500,
  profitCents: 1500,
  artistRoyaltyBasisPoints: 3333,
  platformFeeBasisPoints: 1000,
};
const item = (more: Partial<PayoutItem>): PayoutItem =>
  PayoutItem.fromPartial({
    id: ID,
    type: 'sale',
    orderId: ID,
    orderNumber: 7,
    orderItemId: ID,
    sellerProfileId: ID,
    title: 'Caneca',
    quantity: 2,
    amountCents: 1000,
    status: 'paid',
    breakdown,
    ...more,
  });
const payoutOf = (...items: PayoutItem[]): Payout =>
  Payout.fromPartial({
    id: ID,
    sellerProfileId: ID,
    status: 'paid',
    totalCents: items.reduce((sum, { amountCents }) => sum + amountCents, 0),
    itemCount: items.length,
    items,
    reference: '<b>ref</b>',
    createdBy: ID,
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
    paidAt: new Date('2026-11-21T01:00:00.000Z'),
  });
const payout = payoutOf(item({}), item({ type: 'adjustment', amountCents: -250, title: 'Uma "rara", feita à mão' }));

describe('a statement', () => {
  it('sums sales and corrections apart, and says nothing of the admin', () => {
    const json = statementView(payout);

    expect(json).toMatchObject({ salesCents: 1000, adjustmentsCents: -250, totalCents: 750 });
    expect(json.items).toHaveLength(2);
    expect(json.payout).not.toHaveProperty('createdBy');
    expect(StatementJson.parse(json)).toEqual(json);
  });

  it('is a table with a row for each item', () => {
    expect(statementCsv(payout).split('\r\n')).toEqual([
      'orderNumber,orderId,orderItemId,type,title,quantity,unitPriceCents,amountCents,status',
      `7,${ID},${ID},sale,Caneca,2,5000,1000,paid`,
      `7,${ID},${ID},adjustment,"Uma ""rara"", feita à mão",2,5000,-250,paid`,
      '',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@sum', '\t=1'])('gives a spreadsheet no formula: %j', (title) => {
    expect(statementCsv(payoutOf(item({ title })))).toContain(`,'${title}`);
  });

  it('is a page in which text stays text', () => {
    const page = statementPage(payoutOf(item({ title: '<script>alert("x")</script>' })));

    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;b&gt;ref&lt;/b&gt;');
    expect(page).toContain('20/11/2026');
    expect(page).toMatch(/R\$\s10,00/);
  });
});
