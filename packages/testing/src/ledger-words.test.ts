import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '@estampa/stack/paths';
import { reasonOf } from '../../../services/payouts/src/domain/reason.ts';
import { ACCOUNTS, TRANSFER_KINDS, type Transfer } from '../../../services/payouts/src/domain/transfer.ts';

type Words = Record<string, string>;
type Page = {
  REASONS: Record<'pt' | 'en', Words>;
  reasonKeyOf: (transfer: Reasoned, has: (key: string) => boolean) => { key: string; isCorrection: boolean } | null;
  continued: (sentence: string) => string;
};
const { REASONS, reasonKeyOf, continued } = (await import(join(REPOSITORY, 'gateway/site/ledger/reasons.js'))) as Page;

type Reasoned = Pick<Transfer, 'kind' | 'debit' | 'credit'>;

const reasonBy = (transfer: Reasoned): string | null => {
  try {
    return reasonOf(transfer);
  } catch {
    return null;
  }
};
const posted = TRANSFER_KINDS.flatMap((kind) =>
  ACCOUNTS.flatMap((debit) => ACCOUNTS.map((credit): Reasoned => ({ kind, debit, credit }))),
).filter((transfer) => reasonBy(transfer) !== null);

function wordsOf(transfer: Reasoned, words: Words): string | undefined {
  const found = reasonKeyOf(transfer, (key) => key in words);
  if (!found) return undefined;
  return found.isCorrection
    ? words['reason.corrected']!.replace('{reason}', continued(words[found.key]!))
    : words[found.key];
}

it('the page of the ledger says in both languages what the ledger posts, in English what the API says', () => {
  const { pt, en } = REASONS;

  expect(posted.length).toBeGreaterThan(15);
  for (const transfer of posted) {
    expect(wordsOf(transfer, en)).toBe(reasonBy(transfer));
    expect([transfer, typeof wordsOf(transfer, pt)]).toEqual([transfer, 'string']);
  }
  expect(Object.keys(pt)).toEqual(Object.keys(en));
  expect(ACCOUNTS.filter((account) => !(`account.${account}` in pt))).toEqual([]);
});
