import { createHash } from 'node:crypto';
import type { Receipt, ReceiptItem } from '@estampa/contracts/orders/v1/receipt';
import { SAO_PAULO } from '@estampa/kernel/days';
import { escaped } from './html.ts';
import { RECEIPT_WORDS, type ReceiptLanguage, type ReceiptWords } from './receipt-words.ts';

const STYLE = `
:root{--ground:#f7f5f1;--paper:#fff;--ink:#201d1a;--soft:#655f57;--line:#e1dcd2;--accent:#a83c19;color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,'Segoe UI',Roboto,sans-serif}
main{max-width:44rem;margin:2rem auto;padding:2rem;background:var(--paper);border:1px solid var(--line);border-radius:.875rem}
header{display:flex;justify-content:space-between;gap:1rem;border-bottom:2px solid var(--accent);padding-bottom:.75rem}
header strong{color:var(--accent);font-size:1.25rem;letter-spacing:.02em}
a{color:var(--accent)}
h1{font-size:1.5rem;line-height:1.25;margin:1.5rem 0 .25rem}
.state{margin:0 0 1.5rem;font-weight:600}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:1rem;margin:0 0 1.5rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
th,td{padding:.5rem .25rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{color:var(--soft);font-size:.875rem;font-weight:500}
td:nth-child(n+2),thead th:nth-child(n+2){text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td small{display:block;color:var(--soft)}
td:first-child{overflow-wrap:anywhere}
tfoot th{font-weight:400;text-align:right}
tfoot td{text-align:right}
tfoot tr:last-child>*{border-bottom:0}
.total>*{font-weight:700;font-size:1.125rem}
footer{margin-top:1.5rem;color:var(--soft);font-size:.875rem}
tr{break-inside:avoid}
@media (max-width:36rem){main{margin:0;border:0;border-radius:0;padding:1.25rem}.price{display:none}}
@media print{body{background:none}main{margin:0;padding:0;border:0;max-width:none}.screen{display:none}}
`;

/** Nothing is loaded from elsewhere, nothing runs, and no other page contains it. */
export const RECEIPT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A paid order's receipt, to be read and to be printed. */
export function receiptPage(receipt: Receipt, language: ReceiptLanguage): string {
  const words = RECEIPT_WORDS[language];
  const money = moneyIn(words);
  const title = words.title(receipt.orderNumber);
  const state = words.states[stateOf(receipt)];
  return document(
    words,
    title,
    `<h1>${escaped(title)}</h1>
<p class="state">${escaped(state)}</p>
<dl>
${details(receipt, words).join('\n')}
</dl>
<table>
<thead><tr><th scope="col">${words.item}</th><th scope="col">${words.quantity}</th><th scope="col" class="price">${words.price}</th><th scope="col">${words.amount}</th></tr></thead>
<tbody>
${receipt.items.map((item) => itemRow(item, words, money)).join('\n')}
</tbody>
<tfoot>
${sums(receipt, words)
  .map(({ name, cents, isTotal }) => sumRow(name, money(cents), isTotal))
  .join('\n')}
</tfoot>
</table>
<footer>${words.notFiscal}</footer>`,
  );
}

/** What became of the payment: an order that is ended as refunded may have given back a part alone. */
function stateOf(receipt: Receipt): keyof ReceiptWords['states'] {
  const { paymentStatus, paidCents, refundedCents, refundPendingCents } = receipt;
  if (paymentStatus === 'cancelled') return 'cancelled';
  if (refundedCents > 0) return refundedCents < paidCents ? 'partlyRefunded' : 'refunded';
  if (refundPendingCents > 0) return 'refunding';
  return paymentStatus === 'refunded' ? 'refunded' : 'paid';
}

/** What stands where a link names no receipt. */
export function receiptUnknownPage(language: ReceiptLanguage): string {
  const words = RECEIPT_WORDS[language];
  return document(words, words.unknownTitle, `<h1>${words.unknownTitle}</h1>\n<p>${words.unknown}</p>`);
}

const document = (words: ReceiptWords, title: string, body: string): string => `<!doctype html>
<html lang="${words.tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${escaped(title)} · Estampa</title><style>${STYLE}</style></head>
<body><main>
<header><strong>Estampa</strong><a class="screen" rel="nofollow" hreflang="${words.other.language}" href="?lang=${words.other.language}">${words.other.name}</a></header>
${body}
</main></body>
</html>
`;

function details(receipt: Receipt, words: ReceiptWords): string[] {
  const day = new Intl.DateTimeFormat(words.tag === 'en' ? 'en-GB' : words.tag, {
    dateStyle: 'long',
    timeZone: SAO_PAULO,
  });
  const dated: [string, Date | undefined][] = [
    [words.ordered, receipt.createdAt],
    [words.paid, receipt.paidAt],
    [words.shipped, receipt.shippedAt],
    [words.delivered, receipt.deliveredAt],
  ];
  const { paymentMethod, carrier, trackingCodes, trackingUrl } = receipt;
  const tracked = [carrier, ...trackingCodes].filter((text) => text !== undefined).map(escaped);
  return [
    ...dated.flatMap(([name, at]) => (at ? [detail(name, day.format(at))] : [])),
    ...(paymentMethod ? [detail(words.method, escaped(named(words.methods, paymentMethod)))] : []),
    ...(trackingCodes.length > 0
      ? [detail(words.tracking, `${tracked.join(' · ')}${trackingLink(trackingUrl, words)}`)]
      : []),
  ];
}

const detail = (name: string, html: string): string => `<div><dt>${name}</dt><dd>${html}</dd></div>`;

/** Only an address of the web becomes a link. */
const trackingLink = (url: string | undefined, words: ReceiptWords): string =>
  url && /^https?:\/\//.test(url)
    ? `<br><a class="screen" rel="noreferrer nofollow" href="${escaped(url)}">${words.follow}</a>`
    : '';

const itemRow = (item: ReceiptItem, words: ReceiptWords, money: (cents: number) => string): string => {
  const about = [item.optionLabel, item.sellerName && words.soldBy(item.sellerName)].filter(Boolean).join(' · ');
  return `<tr><td>${escaped(item.title)}${about && `<small>${escaped(about)}</small>`}</td><td>${item.quantity}</td><td class="price">${money(item.unitPriceCents)}</td><td>${money(item.lineTotalCents)}</td></tr>`;
};

type Sum = { name: string; cents: number; isTotal?: true };

function sums(receipt: Receipt, words: ReceiptWords): Sum[] {
  const unlessNone = (name: string, cents: number): Sum[] => (cents === 0 ? [] : [{ name, cents }]);
  const { totalCents, paidCents } = receipt;
  return [
    { name: words.subtotal, cents: receipt.subtotalCents },
    { name: words.shipping, cents: receipt.shippingCents },
    ...unlessNone(words.discount, -receipt.discountCents),
    { name: words.total, cents: totalCents, isTotal: true },
    ...(paidCents === totalCents ? [] : unlessNone(words.paidAmount, paidCents)),
    ...unlessNone(words.refunded, -receipt.refundedCents),
    ...unlessNone(words.refunding, -receipt.refundPendingCents),
  ];
}

const sumRow = (name: string, amount: string, isTotal: true | undefined): string =>
  `<tr${isTotal ? ' class="total"' : ''}><th scope="row" colspan="2">${name}</th><td class="price"></td><td>${amount}</td></tr>`;

function moneyIn({ tag }: ReceiptWords): (cents: number) => string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency: 'BRL' });
  return (cents) => escaped(format.format(cents / 100));
}

/** A word of ours for what a provider says, else what it says. */
const named = (words: Readonly<Record<string, string>>, said: string): string => words[said] ?? said;
