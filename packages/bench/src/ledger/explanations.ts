import type { Client, ExplainedOrder } from '@estampa/client';
import { type OrderSample, PAID, PAID_OUT } from '../seed/order-samples.ts';
import { type AgreedFees, type Balances, balancesOf, type PaidOrder } from './oracle.ts';
import type { Books } from './paid-orders.ts';

/** Shown line by line. */
const SHOWN: readonly OrderSample[] = ['platformCoupon', 'sellerCoupon', 'agreedFee'];

/** Compares what the API explains of one order of each kind with the oracle; in the sum of all, one could make up for another. */
export async function explainSamples(
  client: Client,
  samples: Readonly<Record<OrderSample, string>>,
  { orders, agreed }: Pick<Books, 'orders' | 'agreed'>,
) {
  const lines: string[] = [];
  let differences = 0;
  for (const sample of PAID) {
    const order = orders.find(({ id }) => id === samples[sample])!;
    const explained = await client.explainOrder({ orderId: order.id });
    const paidOut = PAID_OUT.includes(sample) ? earnedBy(order, agreed) : 0n;
    const wrong = differencesOf(balancesOf([order], agreed, paidOut), explained);
    differences += wrong.length;
    lines.push(`  ${sample}: ${wrong.length === 0 ? `${explained.transfers.length} transfers` : wrong.join(', ')}`);
    if (SHOWN.includes(sample)) lines.push(...explained.transfers.map(lineOf));
  }
  return { orders: PAID.length, differences, lines };
}

/** What its artist had before anything went back. */
function earnedBy(order: PaidOrder, agreed: AgreedFees): bigint {
  const lines = order.lines.map((line) => ({ ...line, refundedCents: 0 }));
  return balancesOf([{ ...order, lines, refundedCents: 0, refundedByLinesCents: 0 }], agreed, 0n)['artist_earnings']!;
}

function differencesOf(expected: Balances, { accounts, transfers }: ExplainedOrder): string[] {
  const posted: Record<string, bigint> = {};
  const add = (account: string, cents: bigint) => (posted[account] = (posted[account] ?? 0n) + cents);
  for (const { debit, credit, amountCents } of transfers) {
    add(credit, BigInt(amountCents));
    add(debit, -BigInt(amountCents));
  }
  const shown = Object.fromEntries(
    accounts.map(({ name, ...one }) => [name, BigInt(one.creditCents - one.debitCents)]),
  );
  return Object.entries(expected)
    .filter(([account, cents]) => cents !== (posted[account] ?? 0n) || cents !== (shown[account] ?? 0n))
    .map(([account, cents]) => `${account} ${cents} ≠ ${posted[account] ?? 0n} (shown as ${shown[account] ?? 0n})`);
}

const lineOf = ({ reason, debit, credit, amountCents }: ExplainedOrder['transfers'][number]): string =>
  `    ${reason.padEnd(72)} ${debit.padEnd(16)} ${credit.padEnd(16)} ${String(amountCents).padStart(8)}`;
