import { newId } from '@estampa/kernel/ids';
import type { CheckoutInput } from '@estampa/orders-payments/domain/freeze-order';
import type { Coupon } from '@estampa/orders-payments/domain/coupon';
import type { ProviderFeeBearer } from '@estampa/orders-payments/domain/order';
import type { Random } from '@estampa/stack/random';

/** An artist as far as prices and payments concern it. */
export type Artist = {
  id: string;
  /** Agreed with this artist, or the product type's. */
  feePoints: number;
  royaltyPoints: number;
};

export type SaleLine = {
  sellerProfileId: string;
  quantity: number;
  priceCents: number;
  baseCostCents: number;
  feePoints: number;
  royaltyPoints: number;
};

type CouponOfSale = Pick<
  Coupon,
  'sellerProfileId' | 'discountBasisPoints' | 'discountCents' | 'maxDiscountCents' | 'funder'
>;

/** What one buyer wants, with all that its price is made of. */
export type Sale = {
  lines: readonly SaleLine[];
  shippingCents: number;
  coupon: CouponOfSale | null;
  /** Who bears the provider's fee. */
  bearer: ProviderFeeBearer;
};

const LINES = [1, 1, 1, 2, 2, 3, 4];
const QUANTITIES = [1, 1, 1, 1, 2, 2, 3, 7];
const BASE_COSTS = [1_250, 1_899, 2_475, 3_333, 5_990];

export function drawSale(random: Random, artists: readonly Artist[]): Sale {
  const lines = Array.from({ length: random.oneOf(LINES)! }, () => drawLine(random, artists));
  return {
    lines,
    shippingCents: random.chance(1 / 8) ? 0 : 900 + random.below(3_200),
    coupon: random.chance(1 / 3) ? drawCoupon(random, lines) : null,
    bearer: random.chance(1 / 2) ? 'artist' : 'platform',
  };
}

function drawLine(random: Random, artists: readonly Artist[]): SaleLine {
  // Some sell much more than others.
  const { id, feePoints, royaltyPoints } = artists[Math.floor(artists.length * random.next() ** 2)]!;
  const baseCostCents = random.oneOf(BASE_COSTS)!;
  // A cost that rose may be above the price: nothing is earned then.
  const priceCents = Math.floor(baseCostCents * random.between(random.chance(1 / 50) ? 0.9 : 1.3, 3.2));
  return {
    sellerProfileId: id,
    quantity: random.oneOf(QUANTITIES)!,
    priceCents,
    baseCostCents,
    feePoints,
    royaltyPoints,
  };
}

function drawCoupon(random: Random, lines: readonly SaleLine[]): CouponOfSale {
  const isPercent = random.chance(1 / 2);
  const isOfSeller = random.chance(1 / 2);
  return {
    sellerProfileId: isOfSeller ? random.oneOf(lines)!.sellerProfileId : null,
    funder: isOfSeller ? 'seller' : 'platform',
    discountBasisPoints: isPercent ? 500 + random.below(4_500) : null,
    discountCents: isPercent ? null : 300 + random.below(4_000),
    maxDiscountCents: isPercent && random.chance(1 / 2) ? 500 + random.below(2_000) : null,
  };
}

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const CEP = { cep: '01310100', street: 'Av', number: '1', neighborhood: 'Bela Vista', city: 'SP' };
const PRINT = { artworkId: 'artwork', artworkVersion: 1, templateId: 'template', x: 0, y: 0, scale: 1, rotation: 0 };

/** The same as checkout has it of its buyer, the catalog and the storefront. */
export function checkoutOf({ lines, shippingCents, coupon }: Sale): CheckoutInput {
  const shipping = { ...CEP, state: 'SP', country: 'BR' };
  const items = lines.map(({ quantity }, place) => {
    const name = String(place);
    return { sellerProductId: name, variantId: name, quantity, selectedOptions: {} };
  });
  return {
    checkout: { userId: 'buyer', shipping, items, shippingCents, discountCents: 0 },
    buyer: { userId: 'buyer', name: 'Buyer', email: 'buyer@example.com' },
    quoted: lines.map(quotedOf),
    described: items.map(({ sellerProductId }) => ({
      sellerProductId,
      title: 'Shirt',
      sellerName: 'Artist',
      sellerSlug: 'artist',
    })),
    prints: items.map(() => ({ print: PRINT, others: [] })),
    coupon: coupon && {
      ...coupon,
      id: newId(),
      code: 'COUPON',
      minOrderCents: null,
      startsAt: LONG_AGO,
      endsAt: null,
      isActive: true,
      maxUses: null,
      uses: 0,
      createdBy: 'admin',
      createdAt: LONG_AGO,
      updatedAt: LONG_AGO,
    },
  };
}

const quotedOf = (line: SaleLine) => ({
  productVariantId: 'variant',
  productTypeName: 'Shirt',
  sellerProfileId: line.sellerProfileId,
  artworkId: PRINT.artworkId,
  title: 'Shirt',
  unitPriceCents: line.priceCents,
  baseCostCents: line.baseCostCents,
  platformFeeBasisPoints: line.feePoints,
  artistRoyaltyBasisPoints: line.royaltyPoints,
  variantAssets: {},
  selectedOptions: {},
  optionLabel: '',
  productionDays: 2,
  packagingDays: 1,
  surfaces: [],
});
