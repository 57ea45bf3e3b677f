import { localDate, localDateTime } from '../domain/local-time.ts';
import type { Transfer } from '../domain/transfer.ts';

/** The transfer object as the API, the notifications and the validation show it. */
export const transferView = (transfer: Transfer, publicUrl: string) => ({
  object: 'transfer',
  id: transfer.id,
  type: 'BANK_ACCOUNT',
  dateCreated: localDate(transfer.createdAt),
  value: transfer.valueCents / 100,
  netValue: transfer.valueCents / 100,
  transferFee: transfer.feeCents / 100,
  status: transfer.status,
  effectiveDate: transfer.doneAt === null ? null : localDateTime(transfer.doneAt),
  confirmedDate: transfer.doneAt === null ? null : localDate(transfer.doneAt),
  endToEndIdentifier: transfer.endToEndIdentifier,
  transactionReceiptUrl: transfer.doneAt === null ? null : `${publicUrl}/comprovantes/${transfer.id}`,
  operationType: 'PIX',
  failReason: transfer.failReason,
  walletId: null,
  description: transfer.description,
  canBeCancelled: transfer.status === 'PENDING',
  externalReference: transfer.externalReference,
  authorized: transfer.authorized,
  scheduleDate: localDate(transfer.createdAt),
  bankAccount: {
    bank: null,
    accountName: null,
    ownerName: null,
    cpfCnpj: null,
    agency: null,
    agencyDigit: null,
    account: null,
    accountDigit: null,
    pixAddressKey: transfer.pixAddressKey,
  },
});

type TransferEvent = { id: string; event: string; transfer: Transfer; at: Date; publicUrl: string };

export const transferEventBody = ({ id, event, transfer, at, publicUrl }: TransferEvent) => ({
  id,
  event,
  dateCreated: localDateTime(at),
  transfer: transferView(transfer, publicUrl),
});
