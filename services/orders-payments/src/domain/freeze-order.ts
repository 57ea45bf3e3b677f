import { AMOUNT_MAX_CENTS } from '@estampa/kernel/checkout-rules';
import { DomainError } from '@estampa/kernel/errors';
import { shareOut } from '@estampa/kernel/money';
import { type Checkout, type CheckoutLine, field, invalidFields } from './checkout-rules.ts';
import { type DiscountedItem, discountOf } from './coupon-discount.ts';
import type { Coupon } from './coupon.ts';
import type {
  Address,
  FrozenEarnings,
  Order,
  OrderItem,
  Print,
  ProviderFeeBearer,
  SoldSurface,
  SoldText,
} from './order.ts';

/** The buyer, as known to identity. */
export type Buyer = {
  userId: string;
  name: string;
  email: string;
  whatsapp?: string | undefined;
  documentType?: string | undefined;
  documentNumber?: string | undefined;
};

/** The price of a line, from the catalog. */
export type QuotedLine = {
  productVariantId: string;
  productTypeName: string;
  sellerProfileId: string;
  artworkId: string;
  title: string;
  unitPriceCents: number;
  baseCostCents: number;
  platformFeeBasisPoints: number;
  feeOverrideId?: string | undefined;
  artistRoyaltyBasisPoints: number;
  variantAssets: Record<string, string>;
  selectedOptions: Record<string, string>;
  optionLabel: string;
  productionDays: number;
  packagingDays: number;
  /** Empty where a previous version of the catalog says nothing of them. */
  surfaces: readonly QuotedSurface[];
};

/** A surface of a line, and what the buyer wants on top of it. */
type QuotedSurface = Omit<SoldSurface, 'print'> & { text?: SoldText | undefined };

/** A product's description, from the storefront. */
export type ProductDescription = {
  sellerProductId: string;
  title: string;
  imageKey?: string | undefined;
  sellerName: string;
  sellerSlug: string;
};

export type CheckoutInput = {
  checkout: Checkout & { shipping: Address };
  buyer: Buyer;
  /** In the order of the checkout's lines. */
  quoted: readonly QuotedLine[];
  described: readonly ProductDescription[];
  /** In the order of the lines, too. */
  prints: readonly LinePrints[];
  /** One that the buyer can use; null without one. */
  coupon: Coupon | null;
};

/** What a line is printed from: the first surface of its product, and the others. */
type LinePrints = {
  print?: Print | undefined;
  others: readonly { surface: string; print?: Print | undefined }[];
};

export type FrozenOrder = { order: Order; items: OrderItem[] };

/** The order with all of its prices, costs, fees and texts, which later changes elsewhere cannot reach. */
export function freezeOrder(
  { checkout, buyer, quoted, described, prints, coupon }: CheckoutInput,
  {
    providerFeeBearer = 'platform',
    ...ids
  }: { orderId: string; paymentId: string; newItemId: () => string; providerFeeBearer?: ProviderFeeBearer },
): FrozenOrder {
  const descriptions = new Map(described.map((product) => [product.sellerProductId, product]));
  const sold = checkout.items.map((line, index) => ({
    ...freezeLine(line, quoted[index]!, descriptions.get(line.sellerProductId) ?? unavailable(index)),
    earnings: freezeEarnings(quoted[index]!, providerFeeBearer),
    ...freezePrints(index, quoted[index]!, prints[index]),
    id: ids.newItemId(),
    orderId: ids.orderId,
    line: index,
  }));
  const { shippingCents } = checkout;
  const taken = coupon && discountOf(coupon, discountedItems(quoted, checkout.items), shippingCents);
  const items = sold.map((item, line) => ({ ...item, discountCents: taken?.[line] ?? 0 }));
  const discountCents = taken ? taken.reduce((sum, cents) => sum + cents, 0) : checkout.discountCents;
  return {
    items,
    order: {
      id: ids.orderId,
      userId: buyer.userId,
      email: buyer.email,
      fullName: checkout.fullName ?? buyer.name,
      phone: checkout.phone ?? buyer.whatsapp ?? null,
      shipping: checkout.shipping,
      paymentStatus: 'pending',
      fulfillmentStatus: 'pending',
      ...totals(items, { shippingCents, discountCents }),
      coupon: coupon && { id: coupon.id, code: coupon.code, funder: coupon.funder },
      totalRefundedCents: 0,
      isDisputed: false,
      isClosing: false,
      currentPaymentId: ids.paymentId,
      paidAt: null,
      shippedAt: null,
      deliveredAt: null,
    },
  };
}

export function mustHaveDocument(
  buyer: Buyer,
): asserts buyer is Buyer & { documentType: string; documentNumber: string } {
  if (buyer.documentNumber && buyer.documentType) return;
  throw new DomainError('invalid', 'document_required', 'Add a document number to your account before you check out');
}

const freezeLine = (
  line: CheckoutLine,
  quoted: QuotedLine,
  described: ProductDescription,
): Omit<OrderItem, 'id' | 'orderId' | 'line' | 'earnings' | 'print' | 'surfaces' | 'discountCents'> => ({
  sellerProductId: line.sellerProductId,
  sellerProductVariantId: line.variantId,
  productVariantId: quoted.productVariantId,
  sellerProfileId: quoted.sellerProfileId,
  artworkId: quoted.artworkId,
  quantity: line.quantity,
  unitPriceCents: quoted.unitPriceCents,
  lineTotalCents: quoted.unitPriceCents * line.quantity,
  title: quoted.title,
  imageKey: described.imageKey ?? null,
  optionLabel: quoted.optionLabel,
  variantAssets: quoted.variantAssets,
  selectedOptions: quoted.selectedOptions,
  sellerName: described.sellerName,
  sellerSlug: described.sellerSlug,
  productTypeName: quoted.productTypeName,
  productionDays: quoted.productionDays,
  packagingDays: quoted.packagingDays,
  fulfillmentStatus: 'pending',
  trackingCode: null,
  shippedAt: null,
  deliveredAt: null,
});

const freezeEarnings = (
  { feeOverrideId, ...quoted }: QuotedLine,
  providerFeeBearer: ProviderFeeBearer,
): FrozenEarnings => ({
  ...shared(quoted),
  ...(feeOverrideId !== undefined && { feeOverrideId }),
  ...(providerFeeBearer !== 'platform' && { providerFeeBearer }),
});

type Priced = Pick<
  QuotedLine,
  'unitPriceCents' | 'baseCostCents' | 'platformFeeBasisPoints' | 'artistRoyaltyBasisPoints'
>;

/** How one unit is shared. */
const shared = ({ unitPriceCents, baseCostCents, platformFeeBasisPoints, artistRoyaltyBasisPoints }: Priced) =>
  shareOut({ priceCents: unitPriceCents, baseCostCents, platformFeeBasisPoints, artistRoyaltyBasisPoints });

/** Lines as far as coupons concern them. */
export const discountedItems = (
  quoted: readonly (Priced & Pick<QuotedLine, 'sellerProfileId'>)[],
  lines: readonly Pick<CheckoutLine, 'quantity'>[],
): DiscountedItem[] =>
  quoted.map((line, place) => {
    const { quantity } = lines[place]!;
    return {
      sellerProfileId: line.sellerProfileId,
      lineTotalCents: line.unitPriceCents * quantity,
      earningCents: shared(line).artistEarningsCents * quantity,
    };
  });

/**
 * Whatever the price is made of is printed, and whatever the store shows: where a surface has no print of its artwork, or was taken off
 * while its page still shows it, nothing is sold.
 */
function freezePrints(
  line: number,
  { surfaces }: Pick<QuotedLine, 'surfaces'>,
  { print, others }: LinePrints = { others: [] },
): Pick<OrderItem, 'print' | 'surfaces'> {
  if (!print) unavailable(line, UNPRINTABLE);
  if (surfaces.length === 0) return { print, surfaces: null };
  if (others.some((shown) => !surfaces.some(({ surface }) => surface === shown.surface)))
    unavailable(line, UNPRINTABLE);
  const frozen = surfaces.map(({ text, ...surface }, place): SoldSurface => {
    if (place === 0) return surface;
    const own = others.find((one) => one.surface === surface.surface)?.print;
    if (own?.artworkId !== surface.artworkId) unavailable(line, UNPRINTABLE);
    return { ...surface, print: withText(own, text) };
  });
  return { print: withText(print, surfaces[0]!.text), surfaces: frozen };
}

const withText = (print: Print, text: SoldText | undefined): Print => (text ? { ...print, text } : print);

const UNPRINTABLE = 'cannot be printed as it was chosen';

function totals(
  items: readonly Pick<OrderItem, 'lineTotalCents'>[],
  { shippingCents, discountCents }: Pick<Order, 'shippingCents' | 'discountCents'>,
): Pick<Order, 'subtotalCents' | 'shippingCents' | 'discountCents' | 'totalCents'> {
  const subtotalCents = items.reduce((sum, item) => sum + item.lineTotalCents, 0);
  const totalCents = subtotalCents + shippingCents - discountCents;
  if (discountCents > subtotalCents) {
    throw invalidFields([field('discountCents', 'too_big', `must not be more than the subtotal of ${subtotalCents}`)]);
  }
  if (totalCents <= 0) throw invalidFields([field('discountCents', 'too_big', 'must leave something to pay')]);
  if (subtotalCents > AMOUNT_MAX_CENTS || totalCents > AMOUNT_MAX_CENTS) {
    throw invalidFields([field('items', 'too_big', `must not cost more than ${AMOUNT_MAX_CENTS} cents together`)]);
  }
  return { subtotalCents, shippingCents, discountCents, totalCents };
}

/** The catalog sells it, but the store does not show it, or it has no print input. */
function unavailable(line: number, why = 'cannot be bought at the moment'): never {
  const path = `items[${line}].sellerProductId`;
  throw new DomainError('invalid', 'item_unavailable', `${path} ${why}`, {
    fields: [field(path, 'item_unavailable', why)],
  });
}
