import { expect, it } from 'vitest';
import { balancesBy, balancesOf } from './account-balances.ts';
import { ACCOUNTS } from './transfer.ts';

it('has all accounts, each with its balance on the side on which it grows', () => {
  const balances = balancesOf([
    { account: 'clearing', debitCents: 100, creditCents: 30 },
    { account: 'freight', debitCents: 5, creditCents: 20 },
  ]);

  expect(balances.map(({ name }) => name)).toEqual(ACCOUNTS);
  expect(balances.filter(({ balanceCents }) => balanceCents !== 0)).toEqual([
    { name: 'clearing', normalSide: 'debit', debitCents: 100, creditCents: 30, balanceCents: 70 },
    { name: 'freight', normalSide: 'credit', debitCents: 5, creditCents: 20, balanceCents: 15 },
  ]);
});

it('sums transfers, and leaves out what none of them moved', () => {
  expect(
    balancesBy([
      { debit: 'clearing', credit: 'artist_earnings', amountCents: 100 },
      { debit: 'artist_earnings', credit: 'clearing', amountCents: 100 },
      { debit: 'artist_earnings', credit: 'payouts', amountCents: 7 },
    ]).map(({ name, balanceCents }) => [name, balanceCents]),
  ).toEqual([
    ['clearing', 0],
    ['artist_earnings', -7],
    ['payouts', 7],
  ]);
});
