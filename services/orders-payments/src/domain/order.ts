import type { Earnings } from '@estampa/kernel/money';
import type { FulfillmentStatus } from './fulfillment.ts';

export const PAYMENT_STATUSES = ['pending', 'approved', 'rejected', 'refunded', 'cancelled'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The whole lifecycle of an order's payment: which status may follow which. */
export const NEXT: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['approved', 'rejected', 'cancelled'],
  rejected: ['approved', 'cancelled'],
  approved: ['refunded'],
  refunded: [],
  cancelled: [],
};

/** Where the parcel goes, as the buyer wrote it. */
export type Address = {
  cep: string;
  street: string;
  number: string;
  complement?: string | undefined;
  neighborhood: string;
  city: string;
  state: string;
  country: string;
};

export type Order = {
  id: string;
  userId: string;
  email: string;
  fullName: string;
  phone: string | null;
  shipping: Address;
  paymentStatus: PaymentStatus;
  fulfillmentStatus: FulfillmentStatus;
  subtotalCents: number;
  shippingCents: number;
  discountCents: number;
  totalCents: number;
  /** What is back, not what is on its way. */
  totalRefundedCents: number;
  /** The payer disputes the payment at the gateway, which has not decided yet. */
  isDisputed: boolean;
  /** It was paid and is being cancelled: it ends when what is on its way back has gone, and stays when that is denied. */
  isClosing: boolean;
  /** The attempt that the buyer is to pay, or has paid. */
  currentPaymentId: string;
  paidAt: Date | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
};

/** What an item is printed from, in the words of media-render: that of the render that the buyer saw. */
export type Print = {
  artworkId: string;
  artworkVersion: number;
  templateId: string;
  x: number;
  y: number;
  scale: number;
  rotation: number;
  printArea?: { bounds?: Rectangle | undefined; widthMm?: number | undefined } | undefined;
  /** No mockup shows what was chosen: it is printed as on another one. */
  fallback?: boolean | undefined;
};
type Rectangle = { x: number; y: number; width: number; height: number };

/** What is sold, frozen at checkout. */
export type OrderItem = {
  id: string;
  orderId: string;
  line: number;
  sellerProductId: string;
  sellerProductVariantId: string;
  productVariantId: string;
  sellerProfileId: string;
  artworkId: string;
  quantity: number;
  unitPriceCents: number;
  lineTotalCents: number;
  title: string;
  imageKey: string | null;
  optionLabel: string;
  variantAssets: Record<string, string>;
  selectedOptions: Record<string, string>;
  sellerName: string;
  sellerSlug: string;
  productTypeName: string;
  productionDays: number;
  packagingDays: number;
  earnings: Earnings;
  /** Null of what was sold before each item had to have one. */
  print: Print | null;
  fulfillmentStatus: FulfillmentStatus;
  trackingCode: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
};

type Payable = Pick<Order, 'paymentStatus'>;

/** Money may still come in as planned: a payment can be made or replaced. */
export const isPayable = ({ paymentStatus }: Payable): boolean => NEXT[paymentStatus].includes('approved');

/** Nothing more can happen to it. */
export const isTerminal = ({ paymentStatus }: Payable): boolean => NEXT[paymentStatus].length === 0;
