import type { Refund } from '@estampa/orders-payments/domain/refund';
import { backCents, leftCents } from '@estampa/orders-payments/domain/money-model-provider';
import type { ItemStatus } from '@estampa/payouts/domain/standing';
import { newId } from '@estampa/kernel/ids';
import type { Random } from '@estampa/stack/random';
import { type Agenda, DAY_MS, HOUR_MS, MINUTE_MS } from './agenda.ts';
import type { Books, KnownOrder } from './books.ts';
import type { Figures } from './figures.ts';
import { type BoughtOrder, newsOf, read, take } from './order.ts';
import { cancel, refund, request } from './refunds.ts';
import type { Rules } from './rules.ts';
import { drawRefund } from './wishes.ts';

const SHARE_UNPAID = 0.08;
const SHARE_REFUNDED = 0.09;
const SHARE_CANCELLED = 0.03;
const SHARE_DISPUTED = 0.03;
const SHARE_RETURNED = 0.03;
const UNPAID_ENDS_MS = 3 * DAY_MS;
const WAY: readonly ItemStatus[] = ['in_production', 'shipped', 'delivered'];

export type LifeStage = { rules: Rules; random: Random; agenda: Agenda; books: Books; today: () => Figures };

/** What happens to one order, and how late, often and in which order it is heard of. */
export class Life {
  readonly #stage: LifeStage;
  readonly #order: BoughtOrder;
  readonly #known: KnownOrder;
  readonly #requested = new Set<Refund>();

  constructor(stage: LifeStage, order: BoughtOrder) {
    this.#stage = stage;
    this.#order = order;
    this.#known = stage.books.add(order);
  }

  begin(): void {
    this.#stage.today().orders += 1;
    if (this.#chance(SHARE_UNPAID)) this.#after(UNPAID_ENDS_MS, () => this.#endUnpaid());
    else this.#after(this.#upTo(DAY_MS), () => this.#pay());
  }

  #after(ms: number, act: () => void): void {
    this.#stage.agenda.plan(ms, act);
  }

  #upTo = (ms: number): number => this.#stage.random.below(ms);
  #chance = (share: number): boolean => this.#stage.random.chance(share);

  #endUnpaid(): void {
    cancel(this.#stage.rules, this.#order, this.#stage.agenda.now);
    this.#order.charge.removed = true;
    this.#notify();
  }

  #pay(): void {
    const order = this.#order;
    const { charge, ledger } = order;
    const { totalCents, subtotalCents, discountCents, shippingCents, coupon } = ledger.order;
    charge.paidCents = totalCents;
    const feeCents = this.#chance(1 / 2) ? 199 : 49 + Math.round(totalCents * 0.0399);
    const today = this.#stage.today();
    today.paidOrders += 1;
    today.grossCents += subtotalCents;
    today.shippingCents += shippingCents;
    today[coupon?.funder === 'seller' ? 'sellerCouponCents' : 'platformCouponCents'] += discountCents;
    today.platformFeeCents += order.items.reduce(
      (sum, { quantity, earnings }) => sum + quantity * earnings.platformFeeCents,
      0,
    );
    this.#after(this.#chance(0.1) ? this.#upTo(4 * DAY_MS) : 0, () => {
      order.feeCents = feeCents;
      this.#stage.today().providerFeeCents += feeCents;
      this.#notify();
    });
    this.#notify();
    for (const place of order.items.keys()) this.#after(DAY_MS + this.#upTo(DAY_MS), () => this.#move(place, 0));
    for (let left = 3; left > 0; left -= 1)
      if (this.#chance(SHARE_REFUNDED / 3)) this.#after(this.#upTo(14 * DAY_MS), () => this.#giveBack());
    if (this.#chance(SHARE_CANCELLED)) this.#after(this.#upTo(8 * DAY_MS), () => this.#cancel());
    if (this.#chance(SHARE_DISPUTED)) this.#after(this.#upTo(15 * DAY_MS), () => this.#dispute());
  }

  /** The provider's webhook comes late, twice, or never; what is read may be applied when something newer was. */
  #notify(): void {
    const { agenda } = this.#stage;
    this.#after(DAY_MS, () => this.#check());
    if (this.#chance(0.1)) return;
    for (let times = this.#chance(0.1) ? 2 : 1; times > 0; times -= 1) {
      const reading = this.#chance(0.05) ? read(this.#order, agenda.now) : undefined;
      this.#after(this.#upTo(this.#chance(0.1) ? 6 * HOUR_MS : MINUTE_MS), () => this.#check(reading));
    }
  }

  #check(reading = read(this.#order, this.#stage.agenda.now)): void {
    if (this.#order.charge.paidCents === 0 && !this.#order.charge.removed) return;
    take(this.#stage.rules, this.#order, reading, this.#stage.agenda.now);
    // Money that came after the order was cancelled goes back by itself.
    for (const one of this.#order.ledger.refunds) if (!this.#requested.has(one)) this.#request(one);
    this.#publish();
  }

  /** Payouts hears of it late, twice, and in any order. */
  #publish(): void {
    const event = newsOf(this.#stage.rules, this.#order);
    if (!event) return;
    this.#deliver(() => this.#stage.books.takeOrder(this.#known, event));
  }

  #deliver(consume: () => void): void {
    for (let times = this.#chance(0.05) ? 2 : 1; times > 0; times -= 1)
      this.#after(this.#upTo(this.#chance(0.05) ? 2 * DAY_MS : MINUTE_MS), consume);
  }

  /** An order that is being cancelled waits, one that ended goes nowhere. */
  #move(place: number, step: number): void {
    const { order, refunds } = this.#order.ledger;
    if (order.paymentStatus === 'refunded') return;
    const isWaiting = order.paidAt === null || order.isClosing || refunds.some(({ status }) => status === 'pending');
    if (isWaiting) return this.#after(DAY_MS, () => this.#move(place, step));
    this.#becomes(place, WAY[step]!);
    if (step + 1 < WAY.length) return this.#after(HOUR_MS + this.#upTo(4 * DAY_MS), () => this.#move(place, step + 1));
    if (!this.#chance(SHARE_RETURNED)) return;
    this.#after(this.#upTo(9 * DAY_MS), () => {
      this.#becomes(place, 'returned');
      if (this.#chance(0.1)) this.#after(this.#upTo(2 * DAY_MS), () => this.#becomes(place, 'delivered'));
    });
  }

  #becomes(place: number, status: ItemStatus): void {
    const item = this.#order.statuses[place]!;
    Object.assign(item, { status, version: item.version + 1 });
    const event = { ...item };
    this.#deliver(() => this.#stage.books.takeItem(this.#known, place, event));
  }

  #giveBack(): void {
    const { rules, random, agenda } = this.#stage;
    const begun = refund(rules, this.#order, drawRefund(random, this.#order), agenda.now);
    if (begun) this.#request(begun);
  }

  #cancel(): void {
    this.#order.isCancelWanted = true;
    const begun = cancel(this.#stage.rules, this.#order, this.#stage.agenda.now);
    if (begun) this.#request(begun);
    this.#publish();
  }

  /** Until it is known how the provider took it. */
  #request(wanted: Refund): void {
    const { rules, random, agenda } = this.#stage;
    this.#requested.add(wanted);
    // One that was denied may have to be requested again.
    if (wanted.status !== 'requested') return void this.#requested.delete(wanted);
    const reception = random.oneOf(['done', 'done', 'done', 'pending', 'rejected'] as const)!;
    const { charge } = this.#order;
    const before = charge.returns.length;
    request(rules, this.#order, { refund: wanted, reception, isReceived: this.#chance(0.7) }, agenda.now);
    const made = charge.returns.length > before ? charge.returns.at(-1)! : undefined;
    if (made) this.#count(made);
    if (made?.state === 'pending')
      this.#after(this.#upTo(3 * DAY_MS), () => {
        if (made.state !== 'pending') return;
        made.state = this.#chance(0.8) ? 'done' : 'cancelled';
        this.#count(made);
        this.#notify();
      });
    this.#notify();
    this.#publish();
    this.#after(HOUR_MS, () => this.#request(wanted));
  }

  #count({ state, amountCents }: BoughtOrder['charge']['returns'][number]): void {
    if (state === 'done') this.#stage.today().refundedCents += amountCents;
  }

  #dispute(): void {
    const { charge } = this.#order;
    if (backCents(charge) >= charge.paidCents) return;
    charge.disputed = true;
    this.#stage.today().disputes += 1;
    this.#notify();
    this.#after(DAY_MS + this.#upTo(14 * DAY_MS), () => this.#decide());
  }

  /** Whoever loses a dispute loses all of the charge that is left. */
  #decide(): void {
    const { charge } = this.#order;
    charge.disputed = false;
    const isLost = this.#chance(0.5);
    this.#stage.today()[isLost ? 'disputesLost' : 'disputesWon'] += 1;
    if (isLost) {
      for (const one of charge.returns) if (one.state === 'pending') one.state = 'cancelled';
      const amountCents = leftCents(charge);
      if (amountCents > 0) {
        const back = { id: newId(), refundId: null, amountCents, attempt: 0, state: 'done' as const };
        charge.returns.push(back);
        this.#count(back);
      }
    }
    this.#notify();
  }
}
