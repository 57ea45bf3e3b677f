import { WORDS } from './model-words.ts';

/** What an order is placed under beside what the shop usually has. */
export type Circumstance = 'agreed fee' | 'raised cost';
/** What becomes of an order after it was paid. */
export type Aftermath =
  | 'cancelled'
  | 'cancelled after a part went back'
  | 'disputed'
  | 'dispute lost'
  | 'items refunded'
  | 'part refunded'
  | 'returned'
  | 'returned, half refunded'
  | 'shipping refunded';

export interface Sample {
  /** Of a thousand orders. */
  readonly perMille: number;
  readonly lines: readonly SampleLine[];
  /** Never paid without one. */
  readonly method?: 'pix' | 'card' | 'boleto';
  /** Its parcel is labelled, or has arrived. */
  readonly isDelivered?: boolean;
  readonly isPaidOut?: boolean;
  readonly shippingCents?: number;
  readonly coupon?: SampleCoupon;
  /** Whether its artist bears the provider's fee; else the platform does. */
  readonly isFeeBorneByArtist?: boolean;
  readonly circumstance?: Circumstance;
  readonly aftermath?: Aftermath;
}

interface SampleCoupon {
  readonly code: string;
  readonly funder: 'platform' | 'seller';
  readonly startsAt: string;
  readonly discountPercent?: number;
  readonly discountCents?: number;
  readonly maxDiscountCents?: number;
}

type SampleLine = readonly [product: number, variant: number, quantity: number];

/** Before every order of a year, and of the shops that opened later. */
const startsAt = '2020-01-01T00:00:00Z';
const ofPlatform = (code: string) => ({ code: `ESTAMPA-${code}`, funder: 'platform', startsAt }) as const;
/** The code contains the store's word, as codes are unique. */
const ofSeller = (code: string) => ({ code: `${WORDS.code}-${code}`, funder: 'seller', startsAt }) as const;

/** The prices, costs and fees of what is bought are in `model.ts`: the fourth type has the agreed fee, the fifth earns next to nothing. */
const EACH_TYPE: readonly SampleLine[] = [
  [0, 0, 2],
  [1, 1, 1],
  [2, 2, 3],
];
const THREE_ALIKE: readonly SampleLine[] = [
  [0, 0, 1],
  [0, 1, 1],
  [0, 2, 1],
];
const TWO: readonly SampleLine[] = [
  [0, 0, 2],
  [1, 1, 2],
];
const AGREED: readonly SampleLine[] = [
  [3, 0, 2],
  [3, 1, 1],
  [0, 2, 1],
];

/**
 * The orders of a marketplace by what becomes of them. The model has one of each, of which all others are copies: some 2.5 lines an order,
 * so that 20,000 of them have 50,000 items.
 */
export const SAMPLES = {
  pending: { perMille: 100, lines: [[0, 0, 2]] },
  delivered: { perMille: 100, lines: EACH_TYPE, method: 'pix', isDelivered: true },
  paidOutThenRefunded: {
    perMille: 5,
    lines: TWO,
    method: 'card',
    isDelivered: true,
    isPaidOut: true,
    isFeeBorneByArtist: true,
    aftermath: 'items refunded',
  },
  paidOut: { perMille: 245, lines: EACH_TYPE, method: 'pix', isDelivered: true, isPaidOut: true },
  labelled: { perMille: 120, lines: TWO, method: 'pix' },
  feeBorne: { perMille: 100, lines: EACH_TYPE, method: 'card', isDelivered: true, isFeeBorneByArtist: true },
  platformCoupon: {
    perMille: 70,
    lines: EACH_TYPE,
    method: 'pix',
    isDelivered: true,
    coupon: { ...ofPlatform('10'), discountPercent: 10 },
  },
  fixedCoupon: {
    perMille: 20,
    lines: THREE_ALIKE,
    method: 'boleto',
    isDelivered: true,
    coupon: { ...ofPlatform('1001'), discountCents: 1_001 },
  },
  sellerCoupon: {
    perMille: 60,
    lines: EACH_TYPE,
    method: 'pix',
    isDelivered: true,
    coupon: { ...ofSeller('15'), discountPercent: 15, maxDiscountCents: 5_555 },
  },
  sellerCouponFeeBorne: {
    perMille: 25,
    lines: TWO,
    method: 'card',
    isFeeBorneByArtist: true,
    coupon: { ...ofSeller('7'), discountPercent: 7.77 },
  },
  couponOfAllEarned: {
    perMille: 5,
    lines: TWO,
    method: 'card',
    isDelivered: true,
    isFeeBorneByArtist: true,
    coupon: { ...ofSeller('500'), discountCents: 50_000 },
  },
  agreedFee: {
    perMille: 60,
    lines: AGREED,
    method: 'card',
    isDelivered: true,
    isFeeBorneByArtist: true,
    circumstance: 'agreed fee',
  },
  littleEarned: {
    perMille: 10,
    lines: [
      [4, 1, 1],
      [0, 0, 1],
    ],
    method: 'card',
    isDelivered: true,
    isFeeBorneByArtist: true,
  },
  belowCost: {
    perMille: 5,
    lines: [
      [4, 0, 2],
      [1, 1, 1],
    ],
    method: 'pix',
    isDelivered: true,
    isFeeBorneByArtist: true,
    circumstance: 'raised cost',
  },
  littleLeft: {
    perMille: 5,
    lines: TWO,
    method: 'pix',
    shippingCents: 100,
    isFeeBorneByArtist: true,
    coupon: { ...ofPlatform('TUDO'), discountCents: 100_000 },
  },
  itemsRefunded: {
    perMille: 15,
    lines: EACH_TYPE,
    method: 'card',
    isDelivered: true,
    isFeeBorneByArtist: true,
    aftermath: 'items refunded',
  },
  partRefunded: {
    perMille: 8,
    lines: EACH_TYPE,
    method: 'pix',
    isDelivered: true,
    isFeeBorneByArtist: true,
    coupon: { ...ofSeller('5'), discountPercent: 5 },
    aftermath: 'part refunded',
  },
  shippingRefunded: { perMille: 7, lines: TWO, method: 'pix', isDelivered: true, aftermath: 'shipping refunded' },
  returned: {
    perMille: 10,
    lines: EACH_TYPE,
    method: 'pix',
    isDelivered: true,
    isFeeBorneByArtist: true,
    coupon: { ...ofPlatform('12'), discountPercent: 12.5 },
    aftermath: 'returned',
  },
  halfReturned: {
    perMille: 5,
    lines: EACH_TYPE,
    method: 'pix',
    isDelivered: true,
    aftermath: 'returned, half refunded',
  },
  cancelled: { perMille: 15, lines: TWO, method: 'pix', isFeeBorneByArtist: true, aftermath: 'cancelled' },
  cancelledInPart: { perMille: 2, lines: TWO, method: 'pix', aftermath: 'cancelled after a part went back' },
  disputed: {
    perMille: 4,
    lines: TWO,
    method: 'card',
    isDelivered: true,
    isFeeBorneByArtist: true,
    aftermath: 'disputed',
  },
  disputeLost: { perMille: 4, lines: EACH_TYPE, method: 'card', isDelivered: true, aftermath: 'dispute lost' },
  /** What was bought of the type with the agreed fee before it was agreed: in place of those, in the first half of the year. */
  notYetAgreedFee: { perMille: 0, lines: AGREED, method: 'card', isDelivered: true, isFeeBorneByArtist: true },
} as const satisfies Readonly<Record<string, Sample>>;
