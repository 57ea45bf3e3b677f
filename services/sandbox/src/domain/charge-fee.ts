import type { Charge } from './charge.ts';

const PIX_FEE_CENTS = 199;
const BOLETO_FEE_CENTS = 199;
const CARD_FEE_PERCENT = 2.99;
const CARD_FEE_CENTS = 49;

/** The provider's fee for a paid charge. */
export function feeCents({ billingType, valueCents }: Charge): number {
  if (billingType === 'CREDIT_CARD') return Math.round((valueCents * CARD_FEE_PERCENT) / 100) + CARD_FEE_CENTS;
  return billingType === 'PIX' ? PIX_FEE_CENTS : BOLETO_FEE_CENTS;
}
