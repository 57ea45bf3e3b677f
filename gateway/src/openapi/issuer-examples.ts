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

/** Of operations that a run of the end-to-end tests has no records for, as it issues no invoices. */
export const ISSUER_EXAMPLES = {
  listInvoices: { responses: { 200: { invoices: [REJECTED], total: 1, skip: 0, limit: 20 } } },
  retryInvoice: { responses: { 200: REJECTED } },
};
