import { type Aftermath, type Sample, SAMPLES } from './samples.ts';

export type OrderSample = keyof typeof SAMPLES;

export const ORDER_SAMPLES: Readonly<Record<OrderSample, Sample>> = SAMPLES;
export const SAMPLE_NAMES = Object.keys(SAMPLES) as OrderSample[];

const CYCLE = SAMPLE_NAMES.flatMap((name) => Array<OrderSample>(ORDER_SAMPLES[name].perMille).fill(name));
/** Has no factor in common with a thousand, so that orders of all samples stand beside each other. */
const STEP = 617;

/** Which order of the model the copy with this number is of. */
export function sampleOf(order: number, orders: number): OrderSample {
  const sample = CYCLE[(order * STEP) % CYCLE.length]!;
  return sample === 'agreedFee' && order < orders / 2 ? 'notYetAgreedFee' : sample;
}

const namesOf = (isOne: (sample: Sample) => boolean): readonly OrderSample[] =>
  SAMPLE_NAMES.filter((name) => isOne(ORDER_SAMPLES[name]));

const AFTER_REFUND: readonly Aftermath[] = [
  'cancelled',
  'cancelled after a part went back',
  'items refunded',
  'part refunded',
  'returned',
  'returned, half refunded',
  'shipping refunded',
];
const ENDED: readonly Aftermath[] = ['cancelled', 'cancelled after a part went back', 'dispute lost'];

const hasOne = (aftermaths: readonly Aftermath[], { aftermath }: Sample): boolean =>
  aftermath !== undefined && aftermaths.includes(aftermath);

export const PAID = namesOf(({ method }) => method !== undefined);
export const REFUNDED = namesOf((sample) => hasOne(AFTER_REFUND, sample));
export const PAID_OUT = namesOf(({ isPaidOut }) => isPaidOut === true);
export const DISPUTED = namesOf((sample) => hasOne(['disputed', 'dispute lost'], sample));

/** The share of orders that are paid and stay so. */
export const APPROVED_SHARE =
  PAID.filter((name) => !hasOne(ENDED, ORDER_SAMPLES[name])).reduce(
    (sum, name) => sum + ORDER_SAMPLES[name].perMille,
    0,
  ) / CYCLE.length;
