import type { CouponFunder } from '@estampa/kernel/discounted-earning';
import type { Earnings } from '@estampa/kernel/money';
import type { FulfillmentStatus } from './fulfillment.ts';

export const PAYMENT_STATUSES = ['pending', 'approved', 'rejected', 'refunded', 'cancelled'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The lifecycle of an order's payment: the statuses that may follow each status. */
export const NEXT: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['approved', 'rejected', 'cancelled'],
  rejected: ['approved', 'cancelled'],
  approved: ['refunded'],
  refunded: [],
  cancelled: [],
};

/** The shipping address, as the buyer wrote it. */
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

/** The coupon that an order has its discount by, and who bears it. */
export type UsedCoupon = { id: string; code: string; funder: CouponFunder };

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
  /** Null where none was used. */
  coupon: UsedCoupon | null;
  totalCents: number;
  /** What was refunded; pending refunds are not included. */
  totalRefundedCents: number;
  /** The payer contests the payment at the provider, which has not decided yet. */
  isDisputed: boolean;
  /** It was paid and is being cancelled: it ends when the pending refund is done, and stays as it is when that is denied. */
  isClosing: boolean;
  /** The attempt that the buyer is to pay, or has paid. */
  currentPaymentId: string;
  paidAt: Date | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
};

export const PROVIDER_FEE_BEARERS = ['platform', 'artist'] as const;
export type ProviderFeeBearer = (typeof PROVIDER_FEE_BEARERS)[number];

/** How the price of one unit is shared. */
export type FrozenEarnings = Earnings & {
  /** What the platform's fee was agreed by with the seller; absent where it was the product type's. */
  feeOverrideId?: string | undefined;
  /** Who bears its part of what the provider keeps; absent where the platform does. */
  providerFeeBearer?: ProviderFeeBearer | undefined;
};

/** The print input of an item, in the terms of media-render: that of the render that the buyer saw. */
export type Print = {
  artworkId: string;
  artworkVersion: number;
  templateId: string;
  x: number;
  y: number;
  scale: number;
  rotation: number;
  printArea?:
    | { bounds?: Rectangle | undefined; widthMm?: number | undefined; bleedMm?: number | undefined }
    | undefined;
  /** No mockup shows this choice: the placement is that of another one. */
  fallback?: boolean | undefined;
  /** What the buyer wants to be printed on top. */
  text?: SoldText | undefined;
  /** There was one, until the buyer's account was deleted. */
  isTextErased?: true | undefined;
  /** In storage, of the press that its product type was printed with at checkout; absent for the built-in one. */
  pressProfile?: string | undefined;
};

/** Words of the buyer, as they are drawn: in parts of the print area. */
export type SoldText = {
  text: string;
  font: string;
  color: string;
  box?: Rectangle | undefined;
  curve: number;
};

/** What was sold of one surface of an item. */
export type SoldSurface = {
  surface: string;
  name: string;
  artworkId: string;
  /** Its part of the base cost of one unit. */
  extraCostCents: number;
  widthMm?: number | undefined;
  heightMm?: number | undefined;
  /** Of every surface but the first, whose print is the item's. */
  print?: Print | undefined;
};

type Rectangle = { x: number; y: number; width: number; height: number };

/** A sold item, frozen at checkout. */
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
  /** What a coupon takes off all of its units. */
  discountCents: number;
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
  earnings: FrozenEarnings;
  /** Null for items that were sold before it was required. */
  print: Print | null;
  /** The first one shows the item's artwork. Null for items that were sold before surfaces were recorded. */
  surfaces: readonly SoldSurface[] | null;
  fulfillmentStatus: FulfillmentStatus;
  trackingCode: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
};

type Payable = Pick<Order, 'paymentStatus'>;

/** True while a payment can be created or replaced. */
export const isPayable = ({ paymentStatus }: Payable): boolean => NEXT[paymentStatus].includes('approved');

/** True if the status can no longer change. */
export const isTerminal = ({ paymentStatus }: Payable): boolean => NEXT[paymentStatus].length === 0;
