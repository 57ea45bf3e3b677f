import { describe, expect, it } from 'vitest';
import {
  EQUAL_TRANSFER_MS,
  isEqualToOneOf,
  moveTransfer,
  sentCents,
  type Transfer,
  TRANSFER_MOVES,
  type TransferMove,
} from './transfer.ts';

const NOW = new Date('2026-11-20T12:34:56.000Z');
const PENDING: Transfer = {
  id: 'a-transfer',
  number: 7,
  feeCents: 0,
  valueCents: 5_000,
  pixAddressKey: 'somebody@example.com',
  pixAddressKeyType: 'EMAIL',
  description: null,
  externalReference: 'payout:1',
  status: 'PENDING',
  authorized: true,
  failReason: null,
  endToEndIdentifier: null,
  createdAt: NOW.toISOString(),
  doneAt: null,
  backAt: null,
};

const after = (...moves: TransferMove[]): Transfer =>
  moves.reduce((transfer, move) => moveTransfer(transfer, move, NOW).transfer, PENDING);
const possibleOf = (transfer: Transfer): TransferMove[] =>
  TRANSFER_MOVES.filter((move) => {
    try {
      moveTransfer(transfer, move, NOW);
      return true;
    } catch {
      return false;
    }
  });

describe('a transfer', () => {
  it.each<[string, Transfer, TransferMove[], number]>([
    ['not authorized yet', { ...PENDING, authorized: false }, ['authorized', 'failed', 'cancelled'], 5_000],
    ['pending', PENDING, ['processing', 'done', 'failed', 'cancelled'], 5_000],
    ['in processing', after('processing'), ['done', 'failed'], 5_000],
    ['done', after('done'), ['returned'], 5_000],
    ['failed', after('failed'), [], 0],
    ['cancelled', after('cancelled'), [], 0],
    ['returned', after('done', 'returned'), [], 0],
  ])('that is %s moves on only as banks can', (_state, transfer, possible, cents) => {
    expect([possibleOf(transfer), sentCents(transfer)]).toEqual([possible, cents]);
  });

  it('that is done has the name that the Central Bank knows it by, also once it came back', () => {
    const { endToEndIdentifier, status } = after('processing', 'done', 'returned');

    expect([endToEndIdentifier, status]).toEqual(['E1954055020261120123400000000007', 'DONE']);
  });
});

describe('a transfer of as much to the same key', () => {
  const since = new Date(NOW.getTime() - EQUAL_TRANSFER_MS);
  const before: Transfer = { ...PENDING, createdAt: new Date(since.getTime() + 1).toISOString() };
  const other: Transfer = { ...before, pixAddressKey: 'other@example.com' };

  it.each<[string, readonly Transfer[], boolean]>([
    ['less than 15 minutes ago', [before, other], true],
    ['that failed', [{ ...before, ...after('failed'), createdAt: before.createdAt }], true],
    ['with another reference', [{ ...before, externalReference: null }], true],
    ['15 minutes ago', [{ ...before, createdAt: since.toISOString() }], false],
    ['of another value', [{ ...before, valueCents: 5_001 }], false],
    ['to another key', [other], false],
    ['never', [], false],
  ])('as one %s', (_which, made, isEqual) => {
    expect(isEqualToOneOf(made, PENDING, since)).toBe(isEqual);
  });
});
