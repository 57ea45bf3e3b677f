import { newId } from '@estampa/kernel/ids';
import type { Payout } from '@estampa/payouts/domain/payout';
import type { PayoutItem } from '@estampa/payouts/domain/payout-item';
import {
  BATCH_OF,
  type Change,
  continueAt,
  isOpen,
  type PixTransfer,
  REPEAT_AFTER_MS,
} from '@estampa/payouts/domain/pix-transfer';
import type { Random } from '@estampa/stack/random';
import { type Agenda, DAY_MS, HOUR_MS, MINUTE_MS } from './agenda.ts';
import { Bank, type Sent, show, showReturned } from './bank.ts';
import { candidatesOf, intent } from './batch.ts';
import type { Books } from './books.ts';
import type { Figures } from './figures.ts';
import type { Rules } from './rules.ts';

export const MINIMUM_CENTS = 1_000;
const APPROVAL_TRIES = 3;
const SECOND_MS = 1_000;

export type Key = { id: string; key: string; usableFrom: Date };
type Sending = { transfer: PixTransfer; batch: Payout; key: Key; tries: number };

/** What the payer needs of the group. */
type Stage = {
  rules: Rules;
  random: Random;
  agenda: Agenda;
  books: Books;
  today: () => Figures;
  report: (wrong: string) => void;
};

/** Pays artists by runs, as payouts does it, at a provider that loses, delays, doubles, rejects and sends back. */
export class Payer {
  readonly bank = new Bank();
  readonly keys = new Map<string, Key>();
  readonly sendings: Sending[] = [];
  /** What came back, until the statement was read. */
  readonly #back: { sending: Sending; sent: Sent }[] = [];
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** A new key cools for a day. */
  setKey(sellerProfileId: string, coolsMs = DAY_MS): void {
    const { agenda } = this.#stage;
    const usableFrom = new Date(agenda.now.getTime() + coolsMs);
    this.keys.set(sellerProfileId, { id: newId(), key: newId(), usableFrom });
  }

  run(): void {
    const { rules, agenda, books } = this.#stage;
    const { now } = agenda;
    const candidates = new Map([...books.payable].map(([id, payable]) => [id, candidatesOf([...payable.values()])]));
    const sellers = [...candidates].map(([sellerProfileId, items]) => ({
      sellerProfileId,
      amountCents: items.reduce((sum, { amountCents }) => sum + amountCents, 0),
      itemCount: items.length,
      key: this.keys.get(sellerProfileId) ?? null,
    }));
    for (const { sellerProfileId, amountCents } of rules.planRun(sellers, MINIMUM_CENTS, now).paid) {
      const items = candidates.get(sellerProfileId)!;
      const batch = rules.assemble({ sellerProfileId, wantedIds: null, candidates: items, createdBy: 'admin' }, now);
      books.batches.set(batch.id, batch);
      for (const item of items) this.#batchItem(item, batch);
      if (batch.totalCents !== amountCents)
        this.#stage.report(`a batch of ${batch.totalCents}, planned ${amountCents}`);
      this.#send(batch);
    }
  }

  #batchItem(item: PayoutItem, { id }: Payout): void {
    const { books, report } = this.#stage;
    const { event } = books.orders.get(item.orderId)!;
    if (item.amountCents > 0 && event!.isDisputed) report(`order ${item.orderId} is disputed, and paid out`);
    books.save(item, { payoutId: id, version: item.version + 1 });
  }

  #send(batch: Payout): void {
    const sending = { transfer: intent(batch), batch, key: this.keys.get(batch.sellerProfileId)!, tries: 0 };
    this.sendings.push(sending);
    this.#stage.agenda.plan(this.#stage.random.below(HOUR_MS), () => this.#continue(sending));
  }

  #isKeyCurrent({ key, transfer }: Sending): boolean {
    return this.keys.get(transfer.sellerProfileId) === key;
  }

  /** Once around a transfer that is due, and then again while it is open. */
  #continue(sending: Sending): void {
    const { rules, agenda, today } = this.#stage;
    const { transfer, batch } = sending;
    sending.tries += 1;
    const isKeyCurrent = this.#isKeyCurrent(sending);
    if (transfer.status === 'intended') {
      const begun = rules.beginRequest(transfer, { amountCents: batch.totalCents, isKeyCurrent, now: agenda.now });
      if (this.#commit(sending, begun) && begun?.status === 'requested') {
        today().transfersRequested += 1;
        this.#request(sending);
      }
    } else if (!this.#poll(sending)) {
      const { now } = agenda;
      const repeated = rules.repeatRequest(transfer, { isKeyCurrent, now, searchedAt: now }, REPEAT_AFTER_MS);
      if (this.#commit(sending, repeated) && isKeyCurrent) this.#request(sending);
    }
    if (isOpen(transfer)) {
      const pauseMs = continueAt(sending.tries, agenda.now).getTime() - agenda.now.getTime();
      agenda.plan(pauseMs, () => this.#continue(sending));
    }
  }

  /** Asks the provider; true: it has news. */
  #poll(sending: Sending): boolean {
    const { agenda } = this.#stage;
    const { id, providerId } = sending.transfer;
    if (providerId !== null) return this.#see(sending, this.bank.find(id, providerId)!);
    const shown = this.bank.search(id, agenda.nowMs).toSorted((one, other) => hasFailed(one) - hasFailed(other));
    return shown.map((sent) => this.#see(sending, sent)).includes(true);
  }

  #see(sending: Sending, sent: Sent): boolean {
    // Of another transfer with our reference nothing is expected of ours.
    return this.#commit(sending, this.#stage.rules.observe(sending.transfer, show(sent)));
  }

  /** A request that may get lost, as its response may; of some nothing is known for so long that they are sent twice. */
  #request(sending: Sending): void {
    const { random, agenda, rules } = this.#stage;
    const fate = random.next();
    if (fate < 0.04) return;
    if (fate < 0.07) {
      // Not enough money, or it is not taken at all.
      this.#commit(sending, rules.endRequest(sending.transfer, random.chance(1 / 2)));
      return;
    }
    const { transfer, key } = sending;
    const { id: reference, amountCents, sellerProfileId } = transfer;
    const lagMs = random.chance(1 / 10) ? random.below(HOUR_MS) : 0;
    const made = { reference, sellerProfileId, amountCents, key: key.key, shownFromMs: agenda.nowMs + lagMs };
    const delayMs = fate < 0.13 ? random.below(HOUR_MS) : 0;
    agenda.plan(delayMs, () => {
      const sent = this.bank.make(made);
      if (fate > 0.25 && delayMs === 0) this.#see(sending, sent);
      agenda.plan(random.below(MINUTE_MS), () => this.#requestApproval(sending, sent, 1));
      if (random.chance(1 / 50)) this.#steal(sending, made);
    });
  }

  /** Somebody who has the account's key sends past us, with our reference. */
  #steal(
    sending: Sending,
    made: Pick<Sent, 'reference' | 'sellerProfileId' | 'amountCents' | 'key' | 'shownFromMs'>,
  ): void {
    this.#requestApproval(sending, this.bank.make({ ...made, key: 'thief' }), 1);
  }

  /** Only what we approve leaves; the response may be lost, and is asked for again. */
  #requestApproval(sending: Sending, sent: Sent, tries: number): void {
    const { rules, random, agenda } = this.#stage;
    const { id: providerId, amountCents, key } = sent;
    const current = this.#isKeyCurrent(sending) ? sending.key.key : null;
    const approval = rules.approve(sending.transfer, current, { providerId, amountCents, key });
    if (approval.kind === 'approved') this.#commit(sending, approval.change);
    const isLost = random.chance(1 / 20);
    if (isLost && tries < APPROVAL_TRIES) agenda.plan(MINUTE_MS, () => this.#requestApproval(sending, sent, tries + 1));
    else if (isLost || approval.kind === 'rejected') {
      sent.state = 'cancelled';
      this.#stage.today().transfersRejected += 1;
    } else this.#leave(sending, sent);
  }

  #leave(sending: Sending, sent: Sent): void {
    const { random, agenda, report } = this.#stage;
    if (sent.key !== this.keys.get(sending.transfer.sellerProfileId)?.key) report(`${sent.id} leaves to another key`);
    const isSlow = random.chance(1 / 15);
    agenda.plan(isSlow ? random.below(2 * DAY_MS) : 10 * SECOND_MS, () => {
      sent.state = random.chance(1 / 25) ? 'failed' : 'done';
      // A webhook makes it be polled at once, twice, or gets lost.
      for (let times = random.below(3); times > 0; times -= 1)
        agenda.plan(random.below(MINUTE_MS), () => void this.#poll(sending));
      if (sent.state === 'done' && random.chance(1 / 20))
        agenda.plan(HOUR_MS + random.below(3 * DAY_MS), () => {
          sent.state = 'returned';
          this.#back.push({ sending, sent });
        });
    });
  }

  /** The account's statement shows what came back: of transfers that we know to have arrived. */
  readStatement(): void {
    const unread = this.#back.splice(0);
    for (const { sending, sent } of unread) {
      const isKnown = sending.transfer.status === 'done' && sending.transfer.providerId === sent.id;
      if (isKnown) this.#commit(sending, this.#stage.rules.observe(sending.transfer, showReturned(sent)));
      else this.#back.push({ sending, sent });
    }
  }

  /** In one transaction, as the service writes it: batch, entries and ledger follow. */
  #commit(sending: Sending, change: Change | null): boolean {
    if (!change) return false;
    const { transfer, batch } = sending;
    const before = transfer.status;
    Object.assign(transfer, change);
    if (transfer.unexplained) this.#stage.report(`transfer ${transfer.id} is unexplained: ${transfer.unexplained}`);
    const status = BATCH_OF[transfer.status];
    if (transfer.status === before || batch.status === status) return true;
    const from = batch.status;
    Object.assign(batch, this.#stage.rules.changeStatus(batch, { status }, this.#stage.agenda.now));
    this.#moveItems(sending, from);
    return true;
  }

  #moveItems({ transfer, batch }: Sending, from: Payout['status']): void {
    const { rules, agenda, books, today } = this.#stage;
    const items = batch.itemIds.map((id) => books.entries.get(id)!);
    if (batch.status === 'paid') {
      for (const item of items) books.save(item, { status: 'paid', paidAt: agenda.now, version: item.version + 1 });
      books.post(rules.payoutTransfers(items));
      books.post(rules.feeTransfers(batch.id, transfer.feeCents ?? 0));
      today().transfersDone += 1;
      today().paidCents += batch.totalCents;
    }
    if (batch.status === 'failed') {
      const isBack = from === 'paid';
      if (isBack) books.post(rules.payoutTransfers(items.map((item) => ({ ...item, amountCents: -item.amountCents }))));
      const unpaid = isBack ? { status: 'releasable' as const, paidAt: null } : {};
      for (const item of items) books.save(item, { ...unpaid, payoutId: null, version: item.version + 1 });
      today()[isBack ? 'transfersReturned' : 'transfersFailed'] += 1;
      if (isBack) today().cameBackCents += batch.totalCents;
    }
    if (from !== 'pending') for (const id of new Set(items.map(({ orderId }) => orderId))) books.settleAgain(id);
  }
}

const hasFailed = ({ state }: Sent): number => Number(state === 'failed' || state === 'cancelled');
