import type { Receipt } from '@estampa/contracts/orders/v1/receipt';
import { describe, expect, it } from 'vitest';
import { preferred } from '../routes/receipts.ts';
import { RECEIPT_POLICY, receiptPage, receiptUnknownPage } from './receipt-page.ts';

const RECEIPT: Receipt = {
  orderNumber: 1042,
  paymentStatus: 'approved',
  paymentMethod: 'pix',
  items: [
    {
      title: '<i>Mar & céu</i>',
      optionLabel: 'Preto / M',
      quantity: 2,
      unitPriceCents: 7_990,
      lineTotalCents: 15_980,
      sellerName: 'Ateliê "Norte"',
    },
  ],
  subtotalCents: 15_980,
  shippingCents: 2_190,
  discountCents: 0,
  totalCents: 18_170,
  paidCents: 18_170,
  refundedCents: 0,
  refundPendingCents: 0,
  createdAt: new Date('2026-03-04T01:00:00.000Z'),
  paidAt: new Date('2026-03-04T12:00:00.000Z'),
  shippedAt: undefined,
  deliveredAt: undefined,
  trackingCodes: [],
};
const page = (more: Partial<Receipt> = {}, language: 'pt' | 'en' = 'pt') =>
  receiptPage({ ...RECEIPT, ...more }, language).replaceAll('\u00a0', ' ');

describe('the page of a receipt', () => {
  it.each([
    [
      'pt',
      [
        'lang="pt-BR"',
        'Recibo do pedido nº 1042',
        '3 de março de 2026',
        'R$ 159,80',
        'R$ 181,70',
        'Pix',
        'href="?lang=en"',
      ],
    ],
    [
      'en',
      ['lang="en"', 'Receipt of order no. 1042', '3 March 2026', 'R$159.80', 'R$181.70', 'Pix', 'href="?lang=pt"'],
    ],
  ] as const)('is in the language %s', (language, texts) => {
    for (const text of texts) expect(page({}, language)).toContain(text);
  });

  it('escapes what sellers wrote', () => {
    expect(page()).toContain('&lt;i&gt;Mar &amp; céu&lt;/i&gt;');
    expect(page()).toContain('Ateliê &quot;Norte&quot;');
  });

  it('shows a discount, what went back, and what is on its way, where there is any', () => {
    expect(page()).not.toMatch(/Desconto|Devolvido|andamento/);
    const all = page({ discountCents: 500, refundedCents: 1_000, refundPendingCents: 250 });

    for (const text of ['Desconto', '-R$ 5,00', 'Devolvido até agora', '-R$ 10,00', 'em andamento', '-R$ 2,50'])
      expect(all).toContain(text);
  });

  it('links to the web alone, without saying where it is', () => {
    const tracked = { trackingCodes: ['AA1'], carrier: 'Correios', trackingUrl: 'https://track.example/?a=1&b=2' };

    expect(page(tracked)).toContain('Correios · AA1');
    expect(page(tracked)).toContain('rel="noreferrer nofollow" href="https://track.example/?a=1&amp;b=2"');
    expect(page({ ...tracked, trackingUrl: 'javascript:alert(1)' })).not.toContain('javascript');
  });

  it('shows a word of a provider that we have none for', () => {
    expect(page({ paymentMethod: 'coins' })).toContain('coins');
  });

  it.each<[string, Partial<Receipt>, pt: string, en: string]>([
    ['nothing of it went back', {}, 'Pago', 'Paid'],
    ['a refund is under way', { refundPendingCents: 900 }, 'Pago; devolução em andamento', 'Paid; refund under way'],
    [
      'a part went back, and another is under way',
      { refundedCents: 18_169, refundPendingCents: 1 },
      'Pago; parte do valor foi devolvida',
      'Paid; partly refunded',
    ],
    [
      'a part went back when the order ended',
      { paymentStatus: 'refunded', refundedCents: 1_000 },
      'Pago; parte do valor foi devolvida',
      'Paid; partly refunded',
    ],
    [
      'all of it went back',
      { paymentStatus: 'refunded', refundedCents: 18_170 },
      'Pago; todo o valor foi devolvido',
      'Paid; fully refunded',
    ],
    ['it was cancelled', { paymentStatus: 'cancelled' }, 'Cancelado', 'Cancelled'],
  ])('says of the payment that %s', (_case, more, pt, en) => {
    expect(page(more)).toContain(`<p class="state">${pt}</p>`);
    expect(page(more, 'en')).toContain(`<p class="state">${en}</p>`);
  });

  it('needs nothing but its own style', () => {
    expect(RECEIPT_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'/);
    expect(receiptUnknownPage('en')).toContain('has expired');
  });
});

describe('the language of a reader', () => {
  it.each([
    [undefined, 'pt'],
    ['', 'pt'],
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['pt;q=0.5, en;q=0.7', 'en'],
    ['de, en;q=0.3', 'en'],
    ['fr', 'pt'],
    ['en;q=0', 'pt'],
    ['en;q=x', 'pt'],
  ] as const)('that is preferred by %j is %s', (header, language) => expect(preferred(header)).toBe(language));
});
