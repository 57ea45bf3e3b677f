import { type EmailText, emailText, MONEY, plainLine } from './email-text.ts';

export const ORDER_EMAILS = ['approved', 'shipped', 'refunded'] as const;
type OrderEmailKind = (typeof ORDER_EMAILS)[number];

type Item = { title: string; quantity: number; lineTotalCents: number };

export type OrderEmail = {
  kind: OrderEmailKind;
  orderNumber: number;
  name: string;
  /** Where the receipt is. */
  link: string;
  items: readonly Item[];
  /** Of the order, or of this refund. */
  amountCents: number;
  carrier?: string | undefined;
  trackingCode?: string | undefined;
  trackingUrl?: string | undefined;
};

const ITEMS_MAX = 20;

/** What the buyer of an order reads when it is paid, has left, or money went back. */
export const orderEmail = (email: OrderEmail): EmailText => WRITTEN[email.kind](email);

const WRITTEN: Readonly<Record<OrderEmailKind, (email: OrderEmail) => EmailText>> = {
  approved: ({ name, link, orderNumber, amountCents, items }) =>
    emailText(
      name,
      link,
      {
        subject: `Pedido nº ${orderNumber} confirmado`,
        before: `Recebemos o pagamento do seu pedido nº ${orderNumber}, de ${MONEY.portuguese(amountCents)}. O recibo está neste endereço:`,
        after: [
          ...lines(items, MONEY.portuguese, { item: 'Produto', more: (count) => `e mais ${count} itens` }),
          'Avisaremos quando ele for enviado.',
        ],
      },
      {
        subject: `Order no. ${orderNumber} confirmed`,
        before: `We received the payment of your order no. ${orderNumber}, ${MONEY.english(amountCents)}. The receipt is at this address:`,
        after: [
          ...lines(items, MONEY.english, { item: 'Product', more: (count) => `and ${count} more items` }),
          'We will write when it is shipped.',
        ],
      },
    ),

  shipped: ({ name, link, orderNumber, ...parcel }) =>
    emailText(
      name,
      link,
      {
        subject: `Pedido nº ${orderNumber} enviado`,
        before: `O seu pedido nº ${orderNumber} está a caminho. O recibo, com o rastreamento, está neste endereço:`,
        after: tracking('Rastreamento', parcel),
      },
      {
        subject: `Order no. ${orderNumber} shipped`,
        before: `Your order no. ${orderNumber} is on its way. The receipt, with the tracking code, is at this address:`,
        after: tracking('Tracking', parcel),
      },
    ),

  refunded: ({ name, link, orderNumber, amountCents }) =>
    emailText(
      name,
      link,
      {
        subject: `Devolução do pedido nº ${orderNumber}`,
        before: `Devolvemos ${MONEY.portuguese(amountCents)} do seu pedido nº ${orderNumber}. O recibo atualizado está neste endereço:`,
        after: [
          'O valor volta pela forma de pagamento que você usou; no cartão ele pode aparecer só na próxima fatura.',
        ],
      },
      {
        subject: `Refund of order no. ${orderNumber}`,
        before: `We refunded ${MONEY.english(amountCents)} of your order no. ${orderNumber}. The updated receipt is at this address:`,
        after: ['The money goes back the way you paid; of a card it may stand on the next statement only.'],
      },
    ),
};

type Words = { item: string; more: (count: number) => string };

/** Sellers choose their titles: one that reads as an address is not passed on. */
function lines(items: readonly Item[], money: (cents: number) => string, words: Words): string[] {
  const shown = items
    .slice(0, ITEMS_MAX)
    .map(
      ({ title, quantity, lineTotalCents }) =>
        `${quantity} × ${plainLine(title) ?? words.item}: ${money(lineTotalCents)}`,
    );
  return items.length > ITEMS_MAX ? [...shown, words.more(items.length - ITEMS_MAX)] : shown;
}

type Parcel = Pick<OrderEmail, 'carrier' | 'trackingCode' | 'trackingUrl'>;

function tracking(word: string, { carrier, trackingCode, trackingUrl }: Parcel): string[] {
  const code = [carrier, trackingCode].map((text) => plainLine(text ?? '')).filter((text) => text !== null);
  return [
    ...(trackingCode && code.length > 0 ? [`${word}: ${code.join(' ')}`] : []),
    ...(trackingUrl && /^https:\/\/\S+$/.test(trackingUrl) ? [trackingUrl] : []),
  ];
}
