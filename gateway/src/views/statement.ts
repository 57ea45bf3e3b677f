import type { Payout, PayoutItem } from '@estampa/contracts/payouts/v1/payouts';
import { SAO_PAULO } from '@estampa/kernel/days';
import { z } from 'zod';
import { csvLine } from '../http/csv.ts';
import { escaped } from './html.ts';
import { PayoutItemJson, payoutItemView, PayoutJson, payoutView } from './payout.ts';
import { shownCents } from '../routes/schemas.ts';

export const StatementFormat = z.enum(['json', 'csv', 'html']).meta({ id: 'StatementFormat' });

/** A batch as its seller files it. */
export const StatementJson = z
  .object({
    payout: PayoutJson.omit({ items: true, createdBy: true }).describe('The batch itself'),
    items: z.array(PayoutItemJson).describe('What it is made of'),
    salesCents: shownCents.describe('What the sales of the batch earned'),
    adjustmentsCents: shownCents.describe('What was corrected of earlier sales'),
    totalCents: shownCents.describe('Sales and adjustments together: what is sent to the artist'),
  })
  .meta({ id: 'PayoutStatement' });

export function statementView(payout: Payout): z.input<typeof StatementJson> {
  const { items: _apart, createdBy: _ofTheAdmin, ...shown } = payoutView(payout);
  return {
    payout: shown,
    items: payout.items.map(payoutItemView),
    salesCents: sumOf(payout.items, 'sale'),
    adjustmentsCents: sumOf(payout.items, 'adjustment'),
    totalCents: payout.totalCents,
  };
}

const COLUMNS: Readonly<Record<string, (item: PayoutItem) => string | number>> = {
  orderNumber: ({ orderNumber }) => orderNumber,
  orderId: ({ orderId }) => orderId,
  orderItemId: ({ orderItemId }) => orderItemId,
  type: ({ type }) => type,
  title: ({ title }) => title,
  quantity: ({ quantity }) => quantity,
  unitPriceCents: ({ breakdown }) => breakdown!.priceCents,
  amountCents: ({ amountCents }) => amountCents,
  status: ({ status }) => status,
};

export const statementCsv = ({ items }: Payout): string =>
  [Object.keys(COLUMNS), ...items.map((item) => Object.values(COLUMNS).map((column) => column(item)))]
    .map(csvLine)
    .join('');

const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: SAO_PAULO });
const STATUSES: Readonly<Record<string, string>> = {
  pending: 'pendente',
  sending: 'em envio',
  paid: 'pago',
  failed: 'não pago',
};

/** To be printed; nothing of it is loaded from elsewhere. */
export function statementPage(payout: Payout): string {
  const { id, status, totalCents, reference, endToEndId, receiptUrl, createdAt, paidAt, items } = payout;
  const details = [
    ['Repasse', id],
    ['Situação', STATUSES[status] ?? status],
    ['Criado em', DAY.format(createdAt)],
    ...(paidAt ? [['Pago em', DAY.format(paidAt)]] : []),
    ...(reference && reference !== endToEndId ? [['Referência', reference]] : []),
    ...(endToEndId ? [['Pix (ID fim a fim)', endToEndId]] : []),
    ...(receiptUrl ? [['Comprovante', receiptUrl]] : []),
  ];
  const rows = items.map(({ orderNumber, type, title, quantity, amountCents }) => [
    String(orderNumber),
    type === 'sale' ? title : `${title} (ajuste)`,
    String(quantity),
    MONEY.format(amountCents / 100),
  ]);
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Extrato de repasse</title><style>
body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:4px;text-align:left}
td:nth-child(n+3),th:nth-child(n+3){text-align:right}tr{break-inside:avoid}
</style></head><body><h1>Extrato de repasse</h1><dl>
${details.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value!)}</dd>`).join('\n')}
</dl><table><thead><tr><th>Pedido</th><th>Item</th><th>Qtd.</th><th>Valor</th></tr></thead><tbody>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')}
</tbody><tfoot><tr><th colspan="3">Total</th><th>${escaped(MONEY.format(totalCents / 100))}</th></tr></tfoot></table></body></html>
`;
}

const sumOf = (items: readonly PayoutItem[], type: string): number =>
  items.filter((item) => item.type === type).reduce((sum, { amountCents }) => sum + amountCents, 0);
