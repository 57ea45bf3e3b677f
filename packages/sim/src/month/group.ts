import { backCents, retainedCents } from '@estampa/orders-payments/domain/money-model-provider';
import { isUnderWay } from '@estampa/orders-payments/domain/refund';
import { type Balance, boundsOf } from '@estampa/payouts/domain/finance-period';
import { isOpen } from '@estampa/payouts/domain/pix-transfer';
import { ACCOUNTS } from '@estampa/payouts/domain/transfer';
import { Random } from '@estampa/stack/random';
import { Agenda, DAY_MS, HOUR_MS } from './agenda.ts';
import { Books, type KnownOrder } from './books.ts';
import { type Figures, newFigures } from './figures.ts';
import { Judge } from './judge.ts';
import { Life, type LifeStage } from './life.ts';
import { unexplained } from './movements.ts';
import { Oracle } from './oracle.ts';
import { orRejected } from './refunds.ts';
import { type BoughtOrder, buy } from './order.ts';
import { MINIMUM_CENTS, Payer } from './payer.ts';
import type { Rules } from './rules.ts';
import { type Artist, drawSale, type Sale } from './sale.ts';

const ARTISTS = 25;
/** So long it takes until everything about the last order is decided, known and paid. */
const DAYS_AFTER = 60;
const RUN_AT_MS = 9 * HOUR_MS;
const STATEMENT_EVERY_MS = 6 * HOUR_MS;
/** The month begins at midnight in São Paulo. */
const BEGIN = new Date('2026-11-01T03:00:00Z');
const MONTHS = ['2026-11', '2026-12'] as const;
const FEE_POINTS = 1_250;

type GroupOptions = { rules: Rules; seed: number; orders: number; days: number };
type GroupOutcome = { days: Figures[]; wrongs: string[] };

/** Some artists and those who buy from them, for a month and until all of it is settled. */
export class Group {
  readonly #options: GroupOptions;
  readonly #random: Random;
  readonly #agenda = new Agenda(BEGIN);
  readonly #days: Figures[];
  readonly #wrongs: string[] = [];
  readonly #artists: readonly Artist[];
  readonly #books: Books;
  readonly #payer: Payer;
  readonly #judge: Judge;

  constructor(options: GroupOptions) {
    const { rules, seed, days } = options;
    this.#options = options;
    const random = new Random(seed);
    this.#random = random;
    this.#days = Array.from({ length: days + 1 }, newFigures);
    const today = () => this.#days[Math.min(Math.floor(this.#agenda.nowMs / DAY_MS), days)]!;
    const report = (wrong: string) => void this.#wrongs.push(wrong);
    this.#books = new Books(rules, this.#agenda, today);
    this.#payer = new Payer({ rules, random, agenda: this.#agenda, books: this.#books, today, report });
    this.#judge = new Judge(this.#books, this.#payer.bank, report);
    this.#artists = Array.from({ length: ARTISTS }, (_, place) => ({
      id: `artist-${place}`,
      feePoints: random.chance(1 / 3) ? 500 + random.below(1_500) : FEE_POINTS,
      royaltyPoints: 3_000 + random.below(7_001),
    }));
    for (const { id } of this.#artists.slice(1)) this.#payer.setKey(id, 0);
    this.#plan(today);
  }

  run(): GroupOutcome {
    const { days } = this.#options;
    for (const [day, figures] of this.#days.entries()) {
      this.#agenda.runUntil((day === days ? days + DAYS_AFTER : day + 1) * DAY_MS);
      figures.differenceCents = this.#judge.compare();
      Object.assign(figures.balances, this.#books.balances);
    }
    for (const known of this.#books.orders.values()) this.#checkOrder(known);
    const earned = this.#earned();
    for (const { id } of this.#artists) this.#checkArtist(id, earned.get(id) ?? 0);
    if (this.#payer.sendings.some(({ transfer }) => isOpen(transfer))) this.#wrongs.push('a transfer is open for ever');
    return { days: this.#days, wrongs: this.#wrongs };
  }

  /** Everything that does not follow from something else. */
  #plan(today: () => Figures): void {
    const { orders, days, rules } = this.#options;
    const agenda = this.#agenda;
    const stage = { rules, random: this.#random, agenda, books: this.#books, today };
    const monthEnds = MONTHS.map((month) => ({ month, atMs: boundsOf(month).endsAt.getTime() - BEGIN.getTime() }));
    let balances: Balance[] = [];
    for (const [place, { month, atMs }] of monthEnds.entries()) {
      const last = place === 0 ? undefined : { month: MONTHS[place - 1]! };
      agenda.plan(atMs - HOUR_MS, () => this.#mustStayOpen(month, last));
      agenda.plan(atMs, () => void (balances = this.#close(month, last, balances)));
    }
    for (let left = orders; left > 0; left -= 1)
      agenda.plan(this.#random.below(days * DAY_MS), () => this.#sell(stage));
    for (let day = 0; day < days + DAYS_AFTER; day += 1) {
      agenda.plan(day * DAY_MS + RUN_AT_MS, () => this.#payer.run());
      for (let ms = 0; ms < DAY_MS; ms += STATEMENT_EVERY_MS)
        agenda.plan(day * DAY_MS + ms, () => this.#payer.readStatement());
      // The first artist never has one.
      const { id } = this.#random.oneOf(this.#artists.slice(1))!;
      if (day < days) agenda.plan(day * DAY_MS + this.#random.below(DAY_MS), () => this.#payer.setKey(id));
    }
  }

  #sell(stage: LifeStage): void {
    const { rules } = this.#options;
    const drawn = drawSale(this.#random, this.#artists);
    const id = `order-${this.#books.orders.size}`;
    const { sale, order } = buyOrWithout(rules, drawn, { id, now: this.#agenda.now });
    const oracle = new Oracle(sale);
    const { totalCents } = order.ledger.order;
    if (totalCents !== oracle.totalCents)
      this.#wrongs.push(`order ${order.id} costs ${totalCents}, expected are ${oracle.totalCents}`);
    this.#judge.add(order.id, oracle);
    new Life(stage, order).begin();
  }

  #mustStayOpen(month: string, last: { month: string } | undefined): void {
    const { now } = this.#agenda;
    const isClosable = orRejected(() => {
      this.#options.rules.mustBeClosable(month, { last, first: MONTHS[0], now });
      return true;
    });
    if (isClosable) this.#wrongs.push(`${month} could be closed before it was over`);
  }

  /** What the month moved, on top of what the month before left, is what the ledger has; what is posted later is the next month's. */
  #close(month: string, last: { month: string } | undefined, before: readonly Balance[]): Balance[] {
    const { rules } = this.#options;
    rules.mustBeClosable(month, { last, first: MONTHS[0], now: this.#agenda.now });
    const balances = rules.balancesAfter(before, [...this.#books.moved.values()]);
    this.#books.moved = new Map();
    for (const account of ACCOUNTS) {
      const { debitCents = 0, creditCents = 0 } = balances.find((one) => one.account === account) ?? {};
      const has = this.#books.balances[account];
      if (debitCents - creditCents !== has)
        this.#wrongs.push(`${month} closes with ${debitCents - creditCents} in ${account}, the ledger has ${has}`);
    }
    return balances;
  }

  /** Once all is settled, the provider has of each order what the oracle says, and nothing waits. */
  #checkOrder(known: KnownOrder): void {
    const { order, event, items } = known;
    const { id, charge, ledger, feeCents } = order;
    const wrong = (what: string) => void this.#wrongs.push(`order ${id} at the end: ${what}`);
    const due = (this.#judge.verdictOf(id).accounts.clearing ?? 0) + (event ? (feeCents ?? 0) : 0);
    if (retainedCents(charge) !== due) wrong(`${retainedCents(charge)} are at the provider, expected are ${due}`);
    if (ledger.refunds.some(isUnderWay)) wrong('a refund never ends');
    if (charge.disputed) wrong('a dispute never ends');
    if (event && event.version !== order.version) wrong('its last event was not applied');
    const isOver = ledger.order.paymentStatus !== 'approved';
    const isPartLeft = event?.observed.isOver && isOver && retainedCents(charge) > 0;
    if (isPartLeft && backCents(charge) === 0) wrong('it ended, and nothing went back');
    if (isPartLeft && !order.isCancelWanted) wrong('it ended with a part of its money, and nobody cancelled it');
    for (const movement of unexplained(this.#options.rules, known)) wrong(`nothing explains a ${movement}`);
    if (items.some(({ entries }) => entries.some(({ status }) => status === 'held'))) wrong('something stays held');
  }

  /** What the oracle says that all items of each artist are worth. */
  #earned(): Map<string, number> {
    const earned = new Map<string, number>();
    for (const { order, lines } of this.#books.orders.values())
      for (const [place, cents] of this.#judge.verdictOf(order.id).worthCents.entries()) {
        const { sellerProfileId } = lines[place]!;
        earned.set(sellerProfileId, (earned.get(sellerProfileId) ?? 0) + cents);
      }
    return earned;
  }

  /** An artist got all that was earned, once; what is not paid is too little for a batch, or has no key to go to. */
  #checkArtist(id: string, earnedCents: number): void {
    const { books, payer } = { books: this.#books, payer: this.#payer };
    const wrong = (what: string) => void this.#wrongs.push(`artist ${id} at the end: ${what}`);
    const arrived = payer.bank.sent.filter(({ sellerProfileId, state }) => sellerProfileId === id && state === 'done');
    const gotCents = arrived.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const owedCents = books.owedCents.get(id) ?? 0;
    if (gotCents + owedCents !== earnedCents) wrong(`earned ${earnedCents}, got ${gotCents}, is owed ${owedCents}`);
    if (owedCents >= MINIMUM_CENTS && payer.keys.has(id)) wrong(`${owedCents} were never paid`);
  }
}

type Bought = { sale: Sale; order: BoughtOrder };

/** A coupon that takes nothing off is rejected at checkout: then the buyer pays without it. */
function buyOrWithout(rules: Rules, sale: Sale, { id, now }: { id: string; now: Date }): Bought {
  const order = orRejected(() => buy(rules, sale, { id, now }));
  if (order) return { sale, order };
  const without = { ...sale, coupon: null };
  return { sale: without, order: buy(rules, without, { id, now }) };
}
