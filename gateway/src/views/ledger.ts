import type {
  Account,
  ExplainOrderResponse,
  GetTrialBalanceResponse,
  Transfer,
} from '@estampa/contracts/payouts/v1/ledger';
import { z } from 'zod';
import { id, iso, isoOrNull, shownCents, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const LedgerAccountName = z
  .enum([
    'clearing',
    'platform_fee',
    'production_cost',
    'freight',
    'discounts',
    'platform_margin',
    'artist_earnings',
    'refunds',
    'returns',
    'provider_fees',
    'payouts',
  ])
  .meta({
    id: 'LedgerAccountName',
    description:
      'clearing: what providers collected of buyers, less what they gave back and kept; platform_fee, production_cost, freight, platform_margin: the platform’s parts of what buyers paid; discounts: what coupons took off that the platform bears; artist_earnings: what artists earned and were not paid; refunds: what the platform gave back out of its parts; returns: what returned items would have earned their artists; provider_fees: what providers kept of what buyers paid, less what artists bear of it; payouts: what left to artists',
  });

export const LedgerAccountJson = z
  .object({
    name: LedgerAccountName,
    normalSide: z.enum(['debit', 'credit']).meta({ id: 'LedgerSide' }).describe('The side on which its balance grows'),
    debitCents: shownCents.describe('All that was debited'),
    creditCents: shownCents.describe('All that was credited'),
    balanceCents: shownCents.describe('On its normal side; negative where the other side is larger'),
  })
  .meta({ id: 'LedgerAccount' });

export const TrialBalanceJson = z
  .object({
    at: timestamp.describe('What was posted before this instant is in it'),
    accounts: z.array(LedgerAccountJson).describe('All accounts, also those without transfers'),
    debitCents: shownCents.describe('All that was debited; the same as all that was credited'),
    creditCents: shownCents.describe('All that was credited'),
  })
  .meta({ id: 'TrialBalance' });

const TransferJson = z
  .object({
    transactionId: id.describe('What was posted at once has the same'),
    line: z.int().describe('Its place in the transaction, from 1'),
    kind: z
      .enum(['order_approved', 'refunded', 'item_returned', 'earning_forfeited', 'payout_paid', 'transfer_fee'])
      .meta({ id: 'LedgerTransferKind' })
      .describe('What it was posted for'),
    debit: LedgerAccountName.describe('The account that it is debited to'),
    credit: LedgerAccountName.describe('The account that it is credited to'),
    amountCents: shownCents.describe('More than 0; what takes something back is the opposite transfer'),
    sellerProfileId: id.nullable().describe('The artist of the item; null where it concerns the entire order'),
    orderItemId: id.nullable().describe('The item of the order; null where it concerns the entire order'),
    payoutId: id.nullable().describe('The batch by which it was paid; null unless it was'),
    postedAt: timestamp.describe('When it was posted: the day and month of reports'),
    occurredAt: timestamp.nullable().describe('When what it is about happened; null where that is not known'),
    reason: z.string().describe('Why, in a sentence'),
  })
  .meta({ id: 'LedgerTransfer' });

export const ExplainedOrderJson = z
  .object({
    orderId: id,
    transfers: z.array(TransferJson).describe('Every cent that the order moved, in the order in which it was posted'),
    accounts: z.array(LedgerAccountJson).describe('What the order left in each account that it moved something of'),
    incompleteAccounts: z
      .array(LedgerAccountName)
      .describe('Accounts that lack what is not known of the order, as it was sold before the ledger began'),
  })
  .meta({ id: 'ExplainedOrder' });

type Name = z.input<typeof LedgerAccountName>;

export const ledgerAccountView = (account: Account): View<Account, typeof LedgerAccountJson> => ({
  name: account.name as Name,
  normalSide: account.normalSide as z.input<typeof LedgerAccountJson>['normalSide'],
  debitCents: account.debitCents,
  creditCents: account.creditCents,
  balanceCents: account.balanceCents,
});

export const trialBalanceView = (
  balance: GetTrialBalanceResponse,
): View<GetTrialBalanceResponse, typeof TrialBalanceJson> => ({
  at: iso(balance.at!),
  accounts: balance.accounts.map(ledgerAccountView),
  debitCents: balance.debitCents,
  creditCents: balance.creditCents,
});

export const explainedOrderView = (
  explained: ExplainOrderResponse,
): View<ExplainOrderResponse, typeof ExplainedOrderJson> => ({
  orderId: explained.orderId,
  transfers: explained.transfers.map(transferView),
  accounts: explained.accounts.map(ledgerAccountView),
  incompleteAccounts: explained.incompleteAccounts as Name[],
});

const transferView = (transfer: Transfer): View<Transfer, typeof TransferJson> => ({
  transactionId: transfer.transactionId,
  line: transfer.line,
  kind: transfer.kind as z.input<typeof TransferJson>['kind'],
  debit: transfer.debit as Name,
  credit: transfer.credit as Name,
  amountCents: transfer.amountCents,
  sellerProfileId: transfer.sellerProfileId ?? null,
  orderItemId: transfer.orderItemId ?? null,
  payoutId: transfer.payoutId ?? null,
  postedAt: iso(transfer.postedAt!),
  occurredAt: isoOrNull(transfer.occurredAt),
  reason: transfer.reason,
});
