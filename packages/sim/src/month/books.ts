import type { Breakdown, PayoutItem } from '@estampa/payouts/domain/payout-item';
import { earningOf } from '@estampa/payouts/domain/payout-item';
import type { LedgerOrder } from '@estampa/payouts/domain/order-transfers';
import type { Payout } from '@estampa/payouts/domain/payout';
import type { BatchState, ItemStatus, SaleState } from '@estampa/payouts/domain/standing';
import type { Account, Transfer } from '@estampa/payouts/domain/transfer';
import type { Agenda } from './agenda.ts';
import { type Figures, newBalances } from './figures.ts';
import type { BoughtOrder, OrderEvent } from './order.ts';
import type { Rules } from './rules.ts';

type SoldLine = {
  orderItemId: string;
  sellerProfileId: string;
  quantity: number;
  artistEarningsCents: number;
  breakdown: Breakdown;
  costCents: number;
  isBorneByArtist: boolean;
};

/** An order as payouts knows it: what it was told, the entries of each item, and what was posted. */
export type KnownOrder = {
  readonly order: BoughtOrder;
  readonly lines: readonly SoldLine[];
  event: OrderEvent | null;
  readonly items: { status: ItemStatus; version: number; entries: PayoutItem[] }[];
  readonly posted: Transfer[];
};

/** Of one artist: what a batch would take. */
export type Payable = Map<string, PayoutItem>;

/** What payouts stores, and every change of it by the rules. */
export class Books {
  readonly orders = new Map<string, KnownOrder>();
  readonly entries = new Map<string, PayoutItem>();
  readonly batches = new Map<string, Payout>();
  readonly payable = new Map<string, Payable>();
  readonly balances = newBalances();
  /** Of each artist, what the ledger says is owed. */
  readonly owedCents = new Map<string, number>();
  /** What was posted in the present month, between each two accounts. */
  moved = new Map<string, Pick<Transfer, 'kind' | 'debit' | 'credit' | 'amountCents'>>();
  /** Orders of which something became known since they were last compared. */
  readonly touched = new Set<KnownOrder>();
  readonly #rules: Rules;
  readonly #agenda: Agenda;
  readonly #today: () => Figures;

  constructor(rules: Rules, agenda: Agenda, today: () => Figures) {
    this.#rules = rules;
    this.#agenda = agenda;
    this.#today = today;
  }

  add(order: BoughtOrder): KnownOrder {
    const lines = order.items.map((item) => ({
      orderItemId: item.id,
      sellerProfileId: item.sellerProfileId,
      quantity: item.quantity,
      artistEarningsCents: item.earnings.artistEarningsCents,
      breakdown: {
        ...item.earnings,
        ...(item.discountCents > 0 && {
          discountCents: item.discountCents,
          discountFunder: order.ledger.order.coupon!.funder,
        }),
      },
      costCents: item.lineTotalCents - item.discountCents,
      isBorneByArtist: item.earnings.providerFeeBearer === 'artist',
    }));
    const items = lines.map(() => ({ status: 'pending' as ItemStatus, version: 0, entries: [] }));
    const known: KnownOrder = { order, lines, event: null, items, posted: [] };
    this.orders.set(order.id, known);
    return known;
  }

  /** Events come in any order, or twice. */
  takeOrder(known: KnownOrder, event: OrderEvent): void {
    if (known.event && event.version <= known.event.version) return;
    known.event = event;
    this.#derive(known);
  }

  takeItem(known: KnownOrder, place: number, { status, version }: { status: ItemStatus; version: number }): void {
    const item = known.items[place]!;
    if (version <= item.version) return;
    Object.assign(item, { status, version });
    this.#derive(known);
  }

  post(transfers: readonly Transfer[]): void {
    for (const { kind, debit, credit, amountCents, sellerProfileId } of transfers) {
      this.balances[debit] += amountCents;
      this.balances[credit] -= amountCents;
      const key = `${kind} ${debit} ${credit}`;
      const before = this.moved.get(key)?.amountCents ?? 0;
      this.moved.set(key, { kind, debit, credit, amountCents: before + amountCents });
      for (const [account, cents] of [
        [debit, -amountCents],
        [credit, amountCents],
      ] as [Account, number][])
        if (account === 'artist_earnings')
          this.owedCents.set(sellerProfileId!, (this.owedCents.get(sellerProfileId!) ?? 0) + cents);
    }
  }

  /** Gives an entry what it is now, and the artist's next batch what it can take. */
  save(entry: PayoutItem, change: Partial<PayoutItem>): void {
    Object.assign(entry, change);
    const own: Payable = this.payable.get(entry.sellerProfileId) ?? new Map<string, PayoutItem>();
    this.payable.set(entry.sellerProfileId, own);
    if (entry.status === 'releasable' && entry.payoutId === null) own.set(entry.id, entry);
    else own.delete(entry.id);
  }

  /** What became of an order reaches its entries and the ledger. */
  #derive(known: KnownOrder): void {
    const { event, lines, posted } = known;
    if (!event) return;
    this.touched.add(known);
    const { state } = event;
    const { totalCents } = known.order.ledger.order;
    const sold = lines.map((line, place) => ({
      earningCents: earningOf(line),
      costCents: line.costCents,
      refundedCents: state.itemRefundedCents[place]!,
      isBorneByArtist: line.isBorneByArtist,
    }));
    const givenBack = this.#rules.givenBackOf(sold, state.spreadRefundedCents, totalCents);
    const borne = this.#rules.borneFeesOf(sold, state.providerFeeCents ?? 0, totalCents);
    const items = lines.map((line, place) => ({
      ...line,
      givenBackCents: givenBack[place]!,
      borneFeeCents: borne[place]!,
      saleState: saleStateOf(known, place),
    }));
    const ledgerOrder: LedgerOrder = {
      orderId: known.order.id,
      totalCents,
      refundedCents: state.refundedCents,
      feeCents: state.providerFeeCents ?? null,
      items,
    };
    const lacking = this.#rules.settleOrder(ledgerOrder, posted);
    posted.push(...lacking);
    this.post(lacking);
    for (const [place, item] of items.entries()) this.#settle(known, place, item);
  }

  /** What happened to an item while its batch was being sent reaches it then. */
  settleAgain(orderId: string): void {
    this.#derive(this.orders.get(orderId)!);
  }

  #settle(known: KnownOrder, place: number, line: SoldLine & { givenBackCents: number; borneFeeCents: number }): void {
    const { entries } = known.items[place]!;
    const { givenBackCents, borneFeeCents } = line;
    const sale = { ...line, orderId: known.order.id, orderNumber: 1, title: 'Shirt' };
    const saleState = saleStateOf(known, place);
    const { now } = this.#agenda;
    const sold = { saleState, sale, givenBackCents, borneFeeCents };
    for (const effect of this.#rules.settleEntries(sold, entries, (entry) => this.#batchOf(entry), now)) {
      const { entry } = effect;
      if (effect.kind === 'added') {
        entries.push(entry);
        this.entries.set(entry.id, entry);
        this.save(entry, {});
        this.#count(entry, entry.status === 'held' ? 'held' : 'added');
        continue;
      }
      const batch = effect.leavesBatch ? this.batches.get(entry.payoutId!) : undefined;
      if (batch) Object.assign(batch, this.#rules.without(batch, entry, now));
      const before = entry.status;
      // An entry that was added by the same change is named by its object; others by a copy of theirs.
      this.save(
        entries.find(({ id }) => id === entry.id)!,
        effect.change,
      );
      if (effect.change.status && effect.change.status !== before) this.#count(entry, effect.change.status);
    }
  }

  #count({ amountCents, status }: PayoutItem, as: PayoutItem['status'] | 'added'): void {
    const today = this.#today();
    if (as === 'held' || as === 'added') today.heldCents += amountCents;
    if (as === 'releasable' || (as === 'added' && status === 'releasable')) today.releasedCents += amountCents;
    if (as === 'reversed') today.reversedCents += amountCents;
  }

  #batchOf({ payoutId }: PayoutItem): BatchState {
    const status = payoutId === null ? undefined : this.batches.get(payoutId)?.status;
    return status === undefined || status === 'failed' ? 'none' : status;
  }
}

/** What is known of one item. */
function saleStateOf({ event, items }: KnownOrder, place: number): SaleState {
  const { state } = event!;
  return {
    wasApproved: state.paidAt !== null,
    paymentStatus: state.paymentStatus,
    isDisputed: state.isDisputed,
    isRefundUnderWay: state.isRefundUnderWay,
    itemStatus: items[place]!.status,
  };
}
