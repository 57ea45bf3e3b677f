import { createHash } from 'node:crypto';

/** Before the first block. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** One block of sealed transfers. */
export type Block = {
  number: number;
  previousHash: Buffer;
  hash: Buffer;
  transfers: number;
  /**
   * Its transfers as text, in the order of transaction and line: transaction, line, kind, debit, credit, cents, seller, order, item,
   * payout and milliseconds since 1970, with `|` in between, and nothing for what there is not. Of what concerns no order the field of the order is left out, as replicas of
   * earlier versions do.
   */
  lines: readonly string[];
};

/** SHA-256 of the hash before in hexadecimal and of all lines, in UTF-8, with a line feed in between. */
export const hashOf = (previousHash: Buffer, lines: readonly string[]): Buffer =>
  createHash('sha256')
    .update([previousHash.toString('hex'), ...lines].join('\n'))
    .digest();

/** Whether a block follows the one before it, and contains what it was sealed with. */
export const isUnbroken = (block: Block, before: Pick<Block, 'number' | 'hash'>): boolean =>
  block.number === before.number + 1 &&
  block.previousHash.equals(before.hash) &&
  block.transfers === block.lines.length &&
  block.hash.equals(hashOf(block.previousHash, block.lines));

/** What the first block follows. */
export const BEFORE_FIRST = { number: 0, hash: Buffer.from(FIRST_PREVIOUS_HASH, 'hex') };
