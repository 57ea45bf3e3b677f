import type { TrialBalance } from '@estampa/client';
import pc from 'picocolors';
import type { Ground } from '../cases/case.ts';
import { explainSamples } from './explanations.ts';
import { type AgreedFees, type Balances, balancesOf, feeOf, type PaidLine, type PaidOrder } from './oracle.ts';
import { readBooks } from './paid-orders.ts';

/** Compares the trial balance that the API shows with the oracle's, then each order of the model by itself; how many accounts differ. */
export async function compareTrialBalance(ground: Ground): Promise<number> {
  const { orders, agreed, paidOutCents } = await readBooks(ground.stack);
  const { client } = await ground.logins.adminApi();
  const { lines, differences } = comparison(balancesOf(orders, agreed, paidOutCents), await client.getTrialBalance());
  const items = orders.reduce((sum, order) => sum + order.lines.length, 0);
  console.log(
    `\nTrial balance of ${orders.length} paid orders with ${items} items, and that of an oracle: ${verdict(differences)}`,
  );
  console.log(kindsOf(orders, agreed).join('\n'));
  console.log(lines.join('\n'));
  const explained = await explainSamples(client, ground.world.model.orders, { orders, agreed });
  console.log(`\nEach of ${explained.orders} orders by itself, as it is explained: ${verdict(explained.differences)}`);
  console.log(explained.lines.join('\n'));
  return differences + explained.differences;
}

const verdict = (differences: number): string =>
  differences === 0 ? pc.green('equal, to the cent') : pc.red(`${differences} accounts differ`);

/** How many of them are other than usual: a comparison without any says little. */
function kindsOf(orders: readonly PaidOrder[], agreed: AgreedFees): string[] {
  const hasLine = (isOne: (line: PaidLine) => boolean) => (order: PaidOrder) => order.lines.some(isOne);
  const kinds: Readonly<Record<string, (order: PaidOrder) => boolean>> = {
    'with a coupon of the platform': ({ coupon }) => coupon !== null && coupon.sellerProfileId === null,
    'with a coupon of a seller': ({ coupon }) => coupon !== null && coupon.sellerProfileId !== null,
    'with an agreed fee': (order) => order.lines.some((line) => feeOf(line, order, agreed) !== line.feeBasisPoints),
    'where artists bear the provider’s fee': hasLine(({ isFeeBorneByArtist }) => isFeeBorneByArtist),
    'with items that came back': hasLine(({ isReturned }) => isReturned),
    'of which a part went back': ({ refundedCents, isOver }) => refundedCents > 0 && !isOver,
    'that ended as refunded': ({ isOver }) => isOver,
  };
  return Object.entries(kinds).map(([kind, isOne]) => `  ${String(orders.filter(isOne).length).padStart(6)} ${kind}`);
}

/** A line for each account, and one for both sides of all. */
export function comparison(expected: Balances, { accounts, debitCents, creditCents }: TrialBalance) {
  const rows = accounts.map((account): [string, bigint, bigint] => [
    account.name,
    expected[account.name] ?? 0n,
    BigInt(account.creditCents) - BigInt(account.debitCents),
  ]);
  const sides: [string, bigint, bigint] = ['all debits, all credits', BigInt(debitCents), BigInt(creditCents)];
  const sum = Object.values(expected).reduce((cents, one) => cents + one, 0n);
  const zero: [string, bigint, bigint] = ['sum of all accounts', sum, 0n];
  const wrong = [...rows, zero, sides].filter(([, one, other]) => one !== other);
  const line = ([name, one, other]: [string, bigint, bigint]): string =>
    `  ${name.padEnd(24)} ${String(one).padStart(16)} ${String(other).padStart(16)}  ${one === other ? '=' : '≠'}`;
  const head = `  ${'account'.padEnd(24)} ${'oracle'.padStart(16)} ${'ledger'.padStart(16)}`;
  return { lines: [head, ...rows.map(line), line(zero), line(sides)], differences: wrong.length };
}
