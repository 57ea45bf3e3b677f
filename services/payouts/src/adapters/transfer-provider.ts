import type { PixKeyKind } from '@estampa/kernel/pix-key';
import type { ApprovalRequest, SeenTransfer } from '../domain/pix-transfer.ts';

type NewTransfer = {
  /** Ours: finds a transfer whose response was lost. */
  reference: string;
  amountCents: number;
  kind: PixKeyKind;
  key: string;
};

export type Days = { from: string; to: string };
export type ListedTransfer = SeenTransfer & { reference: string | null };
export type ReturnedTransfer = { providerId: string; amountCents: number };

/** What the provider sends by itself. */
export type RawWebhook = { headers: Readonly<Record<string, string>>; rawBody: Buffer };

/** Sends money to Pix keys. Failures are `ProviderError`s. */
export type TransferProvider = {
  readonly name: string;
  /** It has no idempotency keys: the same reference twice is two transfers. */
  send(transfer: NewTransfer, signal: AbortSignal): Promise<SeenTransfer>;
  find(providerId: string, signal: AbortSignal): Promise<SeenTransfer | null>;
  /**
   * Those that were made on these days or between, whoever made them, as far as the provider's search shows them yet: one page, from an
   * offset on. `next` is that of the next page; null: there is none.
   */
  list(days: Days, offset: number, signal: AbortSignal): Promise<{ transfers: ListedTransfer[]; next: number | null }>;
  /** Transfers of which money came back on these days or between, and how much of each, whatever they are shown as. */
  listReturned(days: Days, signal: AbortSignal): Promise<ReturnedTransfer[]>;
  isAuthentic(webhook: RawWebhook): boolean;
  /** Our reference of the transfer that a webhook is about; null where it names none. */
  referenceIn(webhook: RawWebhook): string | null;
  /** What it is about to send; null where that is no transfer to a Pix key. */
  approvalIn(webhook: RawWebhook): (ApprovalRequest & { reference: string | null }) | null;
};
