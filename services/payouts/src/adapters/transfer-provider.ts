import type { PixKeyKind } from '@estampa/kernel/pix-key';
import type { SeenTransfer } from '../domain/pix-transfer.ts';

type NewTransfer = {
  /** Ours: finds a transfer whose response was lost. */
  reference: string;
  amountCents: number;
  kind: PixKeyKind;
  key: string;
};

/** Sends money to Pix keys. Failures are `ProviderError`s. */
export type TransferProvider = {
  readonly name: string;
  /** It has no idempotency keys: the same reference twice is two transfers. */
  send(transfer: NewTransfer, signal: AbortSignal): Promise<SeenTransfer>;
  find(providerId: string, signal: AbortSignal): Promise<SeenTransfer | null>;
  /** Those with our reference that were made on these days or between, as far as the provider's search shows them yet. */
  findByReference(reference: string, days: { from: string; to: string }, signal: AbortSignal): Promise<SeenTransfer[]>;
};
