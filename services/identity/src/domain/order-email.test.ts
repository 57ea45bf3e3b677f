import { describe, expect, it } from 'vitest';
import { emailHtml } from './email-text.ts';
import { type OrderEmail, orderEmail } from './order-email.ts';

const EMAIL: OrderEmail = {
  kind: 'approved',
  orderNumber: 1042,
  name: 'Ana',
  link: 'https://api.shop.example/receipts/token',
  items: [{ title: 'Camiseta', quantity: 2, lineTotalCents: 15_980 }],
  amountCents: 18_170,
};
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');
const written = (email: Partial<OrderEmail>) => spaced(orderEmail({ ...EMAIL, ...email }).body);

describe('the e-mail about an order', () => {
  it('is in both languages, with the receipt', () => {
    const { subject } = orderEmail(EMAIL);

    expect(subject).toBe('Pedido nº 1042 confirmado / Order no. 1042 confirmed');
    expect(written({}).split('\n\n')).toEqual([
      'Olá, Ana!',
      'Recebemos o pagamento do seu pedido nº 1042, de R$ 181,70. O recibo está neste endereço:',
      EMAIL.link,
      '2 × Camiseta: R$ 159,80',
      'Avisaremos quando ele for enviado.',
      '* * *',
      'Hello, Ana!',
      'We received the payment of your order no. 1042, R$181.70. The receipt is at this address:',
      EMAIL.link,
      '2 × Camiseta: R$159.80',
      'We will write when it is shipped.',
    ]);
  });

  it('that left names its parcel, as far as it is known', () => {
    const parcel = { carrier: 'Correios', trackingCode: 'AA123456789BR', trackingUrl: 'https://track.example/AA1' };

    expect(written({ kind: 'shipped', ...parcel })).toContain(
      'Rastreamento: Correios AA123456789BR\n\nhttps://track.example/AA1',
    );
    expect(written({ kind: 'shipped' })).not.toContain('Rastreamento:');
    expect(written({ kind: 'shipped', ...parcel, trackingUrl: 'javascript:alert(1)' })).not.toContain('javascript');
  });

  it('names the amount of a refund', () => {
    expect(written({ kind: 'refunded', amountCents: 1_050 })).toMatch(
      /Devolvemos R\$ 10,50 .*We refunded R\$10\.50 /su,
    );
  });

  it('passes on no address that a seller chose, and no line break', () => {
    const items = ['visit evil.example', 'evil24.example', 'www.24.example', 'evil。example', 'a@b', 'two\nlines'].map(
      (title) => ({
        title,
        quantity: 1,
        lineTotalCents: 100,
      }),
    );
    const body = written({ items });

    expect(body).not.toMatch(/evil|www|@/u);
    expect(body).toContain('1 × Produto: R$ 1,00');
    expect(body).toContain('1 × two lines: R$ 1,00');
  });

  it('escapes what people wrote in HTML', () => {
    const email = orderEmail({ ...EMAIL, items: [{ title: '<b>&"', quantity: 1, lineTotalCents: 1 }] });

    expect(emailHtml(email)).toContain('&#60;b&#62;&#38;&#34;');
    expect(emailHtml(email)).not.toContain('<b>');
  });

  it('counts what does not fit', () => {
    const items = Array.from({ length: 23 }, () => EMAIL.items[0]!);

    expect(written({ items })).toContain('e mais 3 itens');
  });
});
