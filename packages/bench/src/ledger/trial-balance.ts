import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { databaseName } from '@estampa/stack/topology';
import type { ServiceName } from '@estampa/kernel/topics';
import type { TrialBalance } from '@estampa/client';
import pc from 'picocolors';
import type { Ground } from '../cases/case.ts';
import { type Balances, balancesOf, type PaidOrder } from './oracle.ts';

const PAID_ORDERS = `
  select o.total_cents as "totalCents", coalesce(p.fee_cents, 0) as "feeCents",
    coalesce(o.coupon ->> 'funder' = 'seller', false) as "isCouponOfSeller", json_agg(json_build_object(
    'quantity', i.quantity, 'priceCents', i.unit_price_cents, 'baseCostCents', (i.earnings ->> 'baseCostCents')::int,
    'feeBasisPoints', (i.earnings ->> 'platformFeeBasisPoints')::int,
    'royaltyBasisPoints', (i.earnings ->> 'artistRoyaltyBasisPoints')::int, 'discountCents', i.discount_cents,
    'isFeeBorneByArtist', coalesce(i.earnings ->> 'providerFeeBearer' = 'artist', false)) order by i.line) as lines
  from customer_order o join order_item i on i.order_id = o.id join payment p on p.id = o.current_payment_id
  where o.payment_status = 'approved' group by o.id, p.id`;
/** The oracle knows what was sold and paid out; what goes back is the models' business. */
const GIVEN_BACK = `select count(*)::int as count from refund`;
const PAID_OUT = `select coalesce(sum(total_cents), 0)::text as cents from payout where status = 'paid'`;

/** Compares the trial balance that the API shows with the oracle's, prints both; how many accounts differ. */
export async function compareTrialBalance({ stack, logins }: Ground): Promise<number> {
  const databaseOf = (service: ServiceName): string =>
    Object.assign(new URL(stack.addresses.postgres.url), { pathname: databaseName(service, '') }).href;
  const { orders, givenBack } = await withDatabase(databaseOf('orders-payments'), async (client) => ({
    orders: (await client.query<PaidOrder>(PAID_ORDERS)).rows,
    givenBack: (await client.query<{ count: number }>(GIVEN_BACK)).rows[0]!.count,
  }));
  if (givenBack > 0) throw new Error(`The oracle knows of no refunds, and there are ${givenBack}: seed anew (--drop)`);
  const paidOut = await withDatabase(databaseOf('payouts'), async (client) => {
    const { rows } = await client.query<{ cents: string }>(PAID_OUT);
    return BigInt(rows[0]!.cents);
  });
  const expected = balancesOf(orders, paidOut);
  const found = await (await logins.adminApi()).client.getTrialBalance();
  const items = orders.reduce((sum, { lines }) => sum + lines.length, 0);
  const { lines, differences } = comparison(expected, found);
  const verdict = differences === 0 ? pc.green('equal, to the cent') : pc.red(`${differences} accounts differ`);
  console.log(`\nTrial balance of ${orders.length} paid orders with ${items} items, and that of an oracle: ${verdict}`);
  console.log(`  ${kindsOf(orders)}`);
  console.log(lines.join('\n'));
  return differences;
}

/** How many of them are other than usual: a comparison without any says little. */
function kindsOf(orders: readonly PaidOrder[]): string {
  const count = (isOne: (order: PaidOrder) => boolean) => orders.filter(isOne).length;
  const isDiscounted = ({ lines }: PaidOrder) => lines.some(({ discountCents }) => discountCents > 0);
  const bySellers = count((order) => isDiscounted(order) && order.isCouponOfSeller);
  const borne = count(({ lines }) => lines.some(({ isFeeBorneByArtist }) => isFeeBorneByArtist));
  return `with coupons of sellers: ${bySellers}, of the platform: ${count(isDiscounted) - bySellers}; where artists bear the provider's fee: ${borne}`;
}

/** A line for each account, and one for both sides of all. */
export function comparison(expected: Balances, { accounts, debitCents, creditCents }: TrialBalance) {
  const rows = accounts.map((account): [string, bigint, bigint] => [
    account.name,
    expected[account.name] ?? 0n,
    BigInt(account.creditCents) - BigInt(account.debitCents),
  ]);
  const sides: [string, bigint, bigint] = ['all debits, all credits', BigInt(debitCents), BigInt(creditCents)];
  const wrong = [...rows, sides].filter(([, one, other]) => one !== other);
  const line = ([name, one, other]: [string, bigint, bigint]): string =>
    `  ${name.padEnd(24)} ${String(one).padStart(16)} ${String(other).padStart(16)}  ${one === other ? '=' : '≠'}`;
  const head = `  ${'account'.padEnd(24)} ${'oracle'.padStart(16)} ${'ledger'.padStart(16)}`;
  return { lines: [head, ...rows.map(line), line(sides)], differences: wrong.length };
}
