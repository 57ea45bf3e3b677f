import type { PixKeyKind } from '@estampa/kernel/pix-key';
import type { ApprovalRequest, SeenTransfer } from '../domain/pix-transfer.ts';

type NewTransfer = {
  /** Ours: finds a transfer whose response was lost. */
  reference: string;
  amountCents: number;
  kind: PixKeyKind;
  key: string;
};

/** What the provider sends by itself. */
export type RawWebhook = { headers: Readonly<Record<string, string>>; rawBody: Buffer };

/** Sends money to Pix keys. Failures are `ProviderError`s. */
export type TransferProvider = {
  readonly name: string;
  /** It has no idempotency keys: the same reference twice is two transfers. */
  send(transfer: NewTransfer, signal: AbortSignal): Promise<SeenTransfer>;
  find(providerId: string, signal: AbortSignal): Promise<SeenTransfer | null>;
  /** Those with our reference that were made on these days or between, as far as the provider's search shows them yet. */
  findByReference(reference: string, days: { from: string; to: string }, signal: AbortSignal): Promise<SeenTransfer[]>;
  /** Ids of transfers whose money came back on that day, whatever they are shown as. */
  listReturned(day: string, signal: AbortSignal): Promise<string[]>;
  isAuthentic(webhook: RawWebhook): boolean;
  /** Our reference of the transfer that a webhook is about; null where it names none. */
  referenceIn(webhook: RawWebhook): string | null;
  /** What it is about to send; null where that is no transfer to a Pix key. */
  approvalIn(webhook: RawWebhook): (ApprovalRequest & { reference: string | null }) | null;
};
