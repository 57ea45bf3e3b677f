import { balanceOf } from '@estampa/payouts/domain/worth';
import { ACCOUNTS, type Account } from '@estampa/payouts/domain/transfer';
import { type Bank, TRANSFER_FEE_CENTS } from './bank.ts';
import type { Books, KnownOrder } from './books.ts';
import { newBalances } from './figures.ts';
import type { Oracle, Verdict } from './oracle.ts';

type Judged = { oracle: Oracle; verdict: Verdict };

/** Compares what the rules made of the orders with what the oracle says of what was observed. */
export class Judge {
  readonly #books: Books;
  readonly #bank: Bank;
  readonly #report: (wrong: string) => void;
  readonly #judged = new Map<string, Judged>();
  /** Of all orders, what the oracle says that they come to. */
  readonly #totals = newBalances();

  constructor(books: Books, bank: Bank, report: (wrong: string) => void) {
    this.#books = books;
    this.#bank = bank;
    this.#report = report;
  }

  add(orderId: string, oracle: Oracle): void {
    this.#judged.set(orderId, { oracle, verdict: oracle.judge(null) });
  }

  /** By how many cents the accounts differ at the end of a day. */
  compare(): number {
    for (const known of this.#books.touched) this.#compareOrder(known);
    this.#books.touched.clear();
    const expected = this.expected();
    const off = ACCOUNTS.filter((account) => expected[account] !== this.#books.balances[account]);
    for (const account of off)
      this.#report(`${account} has ${this.#books.balances[account]}, expected are ${expected[account]}`);
    return off.reduce((sum, account) => sum + Math.abs(expected[account] - this.#books.balances[account]), 0);
  }

  /** What the oracle says that the accounts have to have: orders, and what arrived at artists and stayed there, as far as it was shown. */
  expected(): Record<Account, number> {
    const arrived = this.#bank.sent.filter(({ isArrivalShown }) => isArrivalShown);
    const paidCents = arrived.reduce(
      (sum, { amountCents, isReturnShown }) => sum + (isReturnShown ? 0 : amountCents),
      0,
    );
    const feesCents = arrived.length * TRANSFER_FEE_CENTS;
    const totals = { ...this.#totals };
    totals.payouts -= paidCents;
    totals.artist_earnings += paidCents;
    totals.clearing -= feesCents;
    totals.provider_fees += feesCents;
    return totals;
  }

  #compareOrder({ order, event, items, posted }: KnownOrder): void {
    const judged = this.#judged.get(order.id)!;
    const before = judged.verdict;
    const verdict = judged.oracle.judge(
      event && { ...event.observed, isReturned: items.map(({ status }) => status === 'returned') },
    );
    judged.verdict = verdict;
    const has = newBalances();
    for (const { debit, credit, amountCents } of posted) {
      has[debit] += amountCents;
      has[credit] -= amountCents;
    }
    for (const account of ACCOUNTS) {
      const due = verdict.accounts[account] ?? 0;
      this.#totals[account] += due - (before.accounts[account] ?? 0);
      if (has[account] !== due) this.#report(`order ${order.id}: ${account} has ${has[account]}, expected are ${due}`);
    }
    for (const [place, { entries }] of items.entries()) {
      const [cents, due] = [balanceOf(entries), verdict.worthCents[place]!];
      if (cents !== due)
        this.#report(`item ${place} of order ${order.id} is worth ${due}, its entries come to ${cents}`);
    }
  }

  /** Of an order at the end, what the provider has to have of it, and what each of its items is worth. */
  verdictOf = (orderId: string): Verdict => this.#judged.get(orderId)!.verdict;
}
