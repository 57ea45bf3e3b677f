import type { Figures, ReportRow } from '@estampa/contracts/payouts/v1/finance';
import { z } from 'zod';
import type { CsvColumns } from '../routes/export-reply.ts';
import { id, shownCents } from '../routes/schemas.ts';
import { LedgerAccountJson, LedgerAccountName, ledgerAccountView } from './ledger.ts';
import type { View } from './view.ts';

export const ReportBy = z.enum(['day', 'seller', 'type']).meta({ id: 'FinanceReportBy' });
type By = z.output<typeof ReportBy>;

const FIGURES = {
  salesCents: shownCents.describe('What buyers paid'),
  refundsCents: shownCents.describe('What went back to buyers'),
  platformFeeCents: shownCents.describe('The platform’s fee'),
  providerFeesCents: shownCents.describe(
    'What providers kept of what buyers paid, and took for transfers to artists, whoever bears it',
  ),
  earnedCents: shownCents.describe(
    'What artists earned, less what refunds and returns took from them, and what they bear of the provider’s fees',
  ),
  paidCents: shownCents.describe('What left to artists, less what came back'),
  payableCents: shownCents.describe('By how much what artists are owed grew: `earnedCents` less `paidCents`'),
};

/** Figures that joined later: in files they come after the accounts. */
const FURTHER = {
  platformDiscountsCents: shownCents.describe('What coupons took off that the platform bears'),
  sellerDiscountsCents: shownCents.describe('What coupons took off that sellers bear; `earnedCents` is less that'),
  artistProviderFeesCents: shownCents.describe('What artists bear of `providerFeesCents`'),
};

export const FiguresJson = z
  .object({
    ...FIGURES,
    ...FURTHER,
    accounts: z
      .array(LedgerAccountJson)
      .describe('What was posted to each account that anything was posted to: the difference of two trial balances'),
  })
  .meta({ id: 'FinanceFigures' });

export const ReportRowJson = z
  .object({
    day: z.string().nullable().describe('The day in São Paulo on which it was posted; null unless rows are days'),
    sellerProfileId: id
      .nullable()
      .describe('Null unless rows are sellers, and for what is of no seller, such as shipping'),
    productTypeName: z
      .string()
      .nullable()
      .describe(
        'As it was called at checkout; null unless rows are types, and for what is of no item or whose type was not recorded',
      ),
    ...FiguresJson.shape,
  })
  .meta({ id: 'FinanceReportRow' });

const NO_SELLER = '00000000-0000-0000-0000-000000000000';

export const figuresView = (figures: Figures): View<Figures, typeof FiguresJson> => ({
  salesCents: figures.salesCents,
  refundsCents: figures.refundsCents,
  platformFeeCents: figures.platformFeeCents,
  providerFeesCents: figures.providerFeesCents,
  earnedCents: figures.earnedCents,
  paidCents: figures.paidCents,
  payableCents: figures.payableCents,
  platformDiscountsCents: figures.platformDiscountsCents,
  sellerDiscountsCents: figures.sellerDiscountsCents,
  artistProviderFeesCents: figures.artistProviderFeesCents,
  accounts: figures.accounts.map(ledgerAccountView),
});

type Row = z.input<typeof ReportRowJson>;

export const reportRowView =
  (by: By) =>
  ({ subject, figures }: ReportRow): Row => ({
    day: by === 'day' ? subject : null,
    sellerProfileId: by === 'seller' && subject !== NO_SELLER ? subject : null,
    productTypeName: by === 'type' && subject !== '' ? subject : null,
    ...figuresView(figures!),
  });

const SUBJECTS: Readonly<Record<By, CsvColumns<Row>>> = {
  day: { day: ({ day }) => day },
  seller: { sellerProfileId: ({ sellerProfileId }) => sellerProfileId },
  type: { productTypeName: ({ productTypeName }) => productTypeName },
};

type Figure = keyof typeof FIGURES | keyof typeof FURTHER;

const columnsOf = (figures: object): CsvColumns<Row> =>
  Object.fromEntries((Object.keys(figures) as Figure[]).map((name) => [name, (row: Row) => row[name]]));

/** The figures, and by how much each account grew on its normal side: an account more is a column more. */
export const reportColumns = (by: By): CsvColumns<Row> => ({
  ...SUBJECTS[by],
  ...columnsOf(FIGURES),
  ...Object.fromEntries(
    LedgerAccountName.options.map((name) => [
      name,
      ({ accounts }: Row) => accounts.find((account) => account.name === name)?.balanceCents ?? 0,
    ]),
  ),
  ...columnsOf(FURTHER),
});
