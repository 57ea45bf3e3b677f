import type { PixKey } from '@estampa/contracts/payouts/v1/pix_key';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskPixKey, type SellerPixKey } from '../domain/pix-key.ts';

/** The key itself leaves this service for the payment provider alone. */
export const pixKeyMessage = ({ kind, key, setAt, usableFrom }: SellerPixKey): AllFields<PixKey> => ({
  kind,
  maskedKey: maskPixKey(kind, key ?? ''),
  setAt,
  usableFrom,
});
