const REJECTED = {
  id: '01900000-0000-7000-8000-000000000001',
  status: 'rejected',
  valueCents: 17_480,
  number: null,
  verificationCode: null,
  url: null,
  rejection: 'E0160: O código de tributação municipal não está habilitado para o prestador.',
  orderId: '01900000-0000-7000-8000-000000000002',
  orderNumber: 1042,
  createdAt: '2026-01-02T03:04:05.678Z',
  ageSeconds: 60,
};

const ACCOUNTS = [
  { name: 'clearing', normalSide: 'debit', debitCents: 10_880, creditCents: 199, balanceCents: 10_681 },
  { name: 'platform_fee', normalSide: 'credit', debitCents: 0, creditCents: 1_124, balanceCents: 1_124 },
];

const CLOSED = {
  month: '2026-01',
  beginsAt: '2026-01-01T03:00:00.000Z',
  endsAt: '2026-02-01T03:00:00.000Z',
  closed: {
    closedAt: '2026-02-02T12:00:00.000Z',
    closedBy: '01900000-0000-7000-8000-000000000003',
    figures: {
      salesCents: 10_880,
      refundsCents: 0,
      platformDiscountsCents: 0,
      sellerDiscountsCents: 0,
      artistProviderFeesCents: 0,
      platformFeeCents: 1_124,
      providerFeesCents: 199,
      earnedCents: 2_566,
      paidCents: 0,
      payableCents: 2_566,
      accounts: ACCOUNTS,
    },
    balances: ACCOUNTS,
    blockNumber: 42,
    blockHash: '5f0c'.repeat(16),
    digest: 'a1b2'.repeat(16),
  },
};

/** Of operations that a run of the end-to-end tests has no records for: it issues no invoices, and no month is over in it. */
export const UNRECORDED_EXAMPLES = {
  listInvoices: { responses: { 200: { invoices: [REJECTED], total: 1, skip: 0, limit: 20 } } },
  retryInvoice: { responses: { 200: REJECTED } },
  closeFinancePeriod: { responses: { 200: CLOSED } },
};
