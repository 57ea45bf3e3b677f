import { saoPauloDay } from '@estampa/kernel/days';
import {
  leftCents,
  newCharge,
  type ProviderCharge,
  shown,
  TOTAL,
} from '@estampa/orders-payments/domain/money-model-provider';
import type { IssuedInvoice } from '@estampa/orders-payments/domain/invoice';
import type { PaymentSnapshot } from '@estampa/orders-payments/domain/payment';
import type { Random } from '@estampa/stack/random';
import type { Scheduler } from '../environment/scheduler.ts';
import type { Conditions } from '../history/conditions.ts';
import type { Records } from '../history/records.ts';

/** By whom it was requested, the issuer knows by the reference. */
export type BookedInvoice = IssuedInvoice & { reference: string };
type Movement = { day: string; chargeId: string; kind: 'received' | 'reversed' };
export type Event = 'created' | 'paid' | 'declined' | 'changed';
type Setting = { conditions: Conditions; records: Records };
type Deliver = (webhook: { id: string; event: Event; paymentId: string }) => Promise<unknown>;

/** How long a notification is under way. */
const LATEST_MS = 90_000;
const USUAL_MS = 300;
/** A delivery that fails is made again so often. */
const DELIVERIES_MAX = 4;
const DELIVER_AGAIN_MS = 5_000;

/** A payment provider's own record, right by definition, and the notifications that it sends. */
export class ChargeBook {
  readonly charges: ProviderCharge[] = [];
  readonly invoices: BookedInvoice[] = [];
  readonly #madeOn = new Map<string, string>();
  readonly #movements: Movement[] = [];
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #deliver: Deliver;
  readonly conditions: Conditions;
  readonly records: Records;
  #ids = 0;
  hasFaults = true;

  constructor(scheduler: Scheduler, random: Random, { conditions, records }: Setting, deliver: Deliver) {
    [this.#scheduler, this.#random, this.#deliver] = [scheduler, random, deliver];
    [this.conditions, this.records] = [conditions, records];
  }

  charge = (id: string): ProviderCharge | undefined => this.charges.find((one) => one.id === id);

  /** Newest first. */
  named = (reference: string): ProviderCharge[] =>
    this.charges.filter((one) => one.reference === reference).toReversed();

  snapshot = (charge: ProviderCharge): PaymentSnapshot => shown(charge, new Date(this.#scheduler.now));

  madeBetween = (from: string, to: string): ProviderCharge[] =>
    this.charges.filter(({ id }) => this.#madeOn.get(id)! >= from && this.#madeOn.get(id)! <= to);

  movementsOn = (day: string): readonly Movement[] => this.#movements.filter((one) => one.day === day);

  /** A charge is made anew however often its reference was used. */
  make(reference: string): ProviderCharge {
    const charge = newCharge(this.#nextId('pay'), reference);
    this.charges.push(charge);
    this.#madeOn.set(charge.id, this.#today());
    this.notify(charge, 'created');
    return charge;
  }

  pay(charge: ProviderCharge, cents = TOTAL): void {
    if (charge.removed || charge.paidCents > 0) return;
    charge.paidCents = cents;
    this.#movements.push({ day: this.#today(), chargeId: charge.id, kind: 'received' });
    this.notify(charge, 'paid');
  }

  decline(charge: ProviderCharge): void {
    if (charge.removed || charge.paidCents > 0) return;
    charge.declined = true;
    this.notify(charge, 'declined');
  }

  remove(charge: ProviderCharge): boolean {
    if (charge.paidCents > 0) return false;
    charge.removed = true;
    return true;
  }

  /** What is requested for twice goes back twice; false when so much is not left. */
  giveBack(
    charge: ProviderCharge,
    requested: { refundId: string | null; attempt: number; amountCents: number },
    isSlow: boolean,
  ): boolean {
    if (requested.amountCents > leftCents(charge)) return false;
    const state = isSlow ? 'pending' : 'done';
    charge.returns.push({ id: this.#nextId('ref'), ...requested, state });
    if (!isSlow) this.#reversed(charge);
    this.notify(charge, 'changed');
    return true;
  }

  /** What was slow ends. */
  settle(charge: ProviderCharge, state: 'done' | 'cancelled'): void {
    for (const one of charge.returns) {
      if (one.state !== 'pending') continue;
      one.state = state;
      if (state === 'done') this.#reversed(charge);
      this.notify(charge, 'changed');
    }
  }

  dispute(charge: ProviderCharge, isDisputed: boolean): void {
    if (charge.paidCents === 0) return;
    charge.disputed = isDisputed;
    this.notify(charge, 'changed');
  }

  /** In any order, late, twice, or never. */
  notify(charge: ProviderCharge, event: Event): void {
    const webhook = { id: this.#nextId('evt'), event, paymentId: charge.id };
    const fate = this.hasFaults ? this.#random.next() : 1;
    const { neverShare, twiceShare, lateShare } = this.conditions.webhooks;
    const times = fate < neverShare ? 0 : fate < neverShare + twiceShare ? 2 : 1;
    const isLate = fate < neverShare + twiceShare + lateShare;
    for (let time = 0; time < times; time += 1) {
      const delayMs = this.#random.between(1, isLate && this.#random.chance(0.5) ? LATEST_MS : USUAL_MS);
      this.#send(webhook, delayMs, 1);
    }
  }

  #send(webhook: Parameters<Deliver>[0], delayMs: number, delivery: number): void {
    this.#scheduler.schedule(delayMs, null, `notification ${webhook.id}`, () => {
      this.#deliver(webhook).catch(() => {
        if (delivery < DELIVERIES_MAX) this.#send(webhook, DELIVER_AGAIN_MS, delivery + 1);
      });
    });
  }

  #reversed = ({ id }: ProviderCharge): void =>
    void this.#movements.push({ day: this.#today(), chargeId: id, kind: 'reversed' });

  #today = (): string => saoPauloDay(new Date(this.#scheduler.now));

  #nextId(kind: string): string {
    this.#ids += 1;
    return `${kind}_${this.#ids}`;
  }
}
