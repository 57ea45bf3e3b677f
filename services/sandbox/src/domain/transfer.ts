import { Rejection } from './rejection.ts';

export type PixKeyType = 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';

/** Money that leaves the account to a Pix key. */
export type Transfer = {
  id: string;
  number: number;
  valueCents: number;
  /** Taken beside the value; given back with it, but not by a bank that sends it back later. */
  feeCents: number;
  pixAddressKey: string;
  pixAddressKeyType: PixKeyType;
  description: string | null;
  externalReference: string | null;
  status: 'PENDING' | 'BANK_PROCESSING' | 'DONE' | 'FAILED' | 'CANCELLED';
  /** Whether it may leave; false until the account's owner was asked, where the owner wants to be. */
  authorized: boolean;
  failReason: string | null;
  endToEndIdentifier: string | null;
  createdAt: string;
  doneAt: string | null;
  /** When the money was in the account again: a transfer that its receiver's bank sent back later stays done. */
  backAt: string | null;
};

/**
 * Within it a transfer of the same value to the same destination is taken for the same one, and answered with 409; the page excepts none,
 * whatever reference it has and whatever became of it (https://docs.asaas.com/docs/duvidas-frequentes-transferencias).
 */
export const EQUAL_TRANSFER_MS = 15 * 60_000;

type Destination = Pick<Transfer, 'valueCents' | 'pixAddressKey'>;

/** `made`: oldest first. */
export function isEqualToOneOf(
  made: readonly Transfer[],
  { valueCents, pixAddressKey }: Destination,
  since: Date,
): boolean {
  const last = made.findLast((one) => one.pixAddressKey === pixAddressKey && one.valueCents === valueCents);
  return last !== undefined && new Date(last.createdAt) > since;
}

export type TransferStep = { transfer: Transfer; event: string | null };

export const TRANSFER_MOVES = ['authorized', 'processing', 'done', 'failed', 'cancelled', 'returned'] as const;
export type TransferMove = (typeof TRANSFER_MOVES)[number];

const OPEN: readonly Transfer['status'][] = ['PENDING', 'BANK_PROCESSING'];
const FAILURE = 'A instituição do recebedor rejeitou a transferência.';
const NOT_AUTHORIZED = 'A transferência não foi autorizada.';

const BEFORE: Readonly<Record<TransferMove, (transfer: Transfer) => boolean>> = {
  authorized: ({ status, authorized }) => status === 'PENDING' && !authorized,
  processing: ({ status, authorized }) => status === 'PENDING' && authorized,
  done: ({ status, authorized }) => OPEN.includes(status) && authorized,
  failed: ({ status }) => OPEN.includes(status),
  cancelled: ({ status }) => status === 'PENDING',
  returned: ({ status, backAt }) => status === 'DONE' && backAt === null,
};

/** What banks, or the owner of the account, do to a transfer next. */
export function moveTransfer(transfer: Transfer, to: TransferMove, now: Date): TransferStep {
  if (!BEFORE[to](transfer))
    throw new Rejection('conflict', 'invalid_action', `A transfer that is ${transfer.status} cannot become ${to}.`);
  const at = now.toISOString();
  switch (to) {
    case 'authorized':
      return { transfer: { ...transfer, authorized: true }, event: null };
    case 'processing':
      return { transfer: { ...transfer, status: 'BANK_PROCESSING' }, event: 'TRANSFER_IN_BANK_PROCESSING' };
    case 'done':
      return { transfer: { ...transfer, ...doneAt(transfer, at) }, event: 'TRANSFER_DONE' };
    case 'failed':
      return { transfer: { ...transfer, status: 'FAILED', failReason: FAILURE, backAt: at }, event: 'TRANSFER_FAILED' };
    case 'cancelled':
      return {
        transfer: { ...transfer, status: 'CANCELLED', failReason: NOT_AUTHORIZED, backAt: at },
        event: 'TRANSFER_CANCELLED',
      };
    case 'returned':
      return { transfer: { ...transfer, backAt: at }, event: null };
  }
}

const ISPB = '19540550';

/** As the Central Bank names a Pix: the bank, the minute, and eleven characters of its own. */
const doneAt = ({ number }: Transfer, at: string) => ({
  status: 'DONE' as const,
  doneAt: at,
  endToEndIdentifier: `E${ISPB}${at.replaceAll(/\D/g, '').slice(0, 12)}${String(number).padStart(11, '0')}`,
});

/** What the account lost by it so far. */
export const sentCents = (transfer: Transfer): number =>
  (transfer.backAt === null ? transfer.valueCents : 0) + takenFeeCents(transfer);

export const takenFeeCents = ({ status, feeCents }: Transfer): number =>
  status === 'FAILED' || status === 'CANCELLED' ? 0 : feeCents;
