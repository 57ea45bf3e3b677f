import type { ShipmentStatus, Tracking } from '@estampa/fulfillment-shipping/domain/shipment';
import type { Random } from '@estampa/stack/random';
import type { Scheduler } from '../environment/scheduler.ts';
import type { Conditions } from '../history/conditions.ts';
import type { Records } from '../history/records.ts';

/** A label in the aggregator's books, which are right by definition. */
export type ProviderLabel = {
  id: string;
  /** Of the shipment and of its order. */
  tag: string;
  orderId: string;
  status: ShipmentStatus;
  wasBought: boolean;
  postedAt: Date | null;
  deliveredAt: Date | null;
};

type Setting = { conditions: Conditions; records: Records };
type Deliver = (labelId: string) => Promise<unknown>;

const GENERATED_AFTER_MS = 4_000;
const NOTIFIED_AFTER_MS = 3_000;
const BEFORE_POSTING: readonly ShipmentStatus[] = ['label_purchased', 'label_generated'];

/** The aggregator's own record of labels and parcels, and the notifications that it sends of parcels on their way. */
export class LabelBook {
  readonly labels: ProviderLabel[] = [];
  readonly conditions: Conditions;
  readonly records: Records;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #deliver: Deliver;
  hasFaults = true;

  constructor(scheduler: Scheduler, random: Random, { conditions, records }: Setting, deliver: Deliver) {
    [this.#scheduler, this.#random, this.#deliver] = [scheduler, random, deliver];
    [this.conditions, this.records] = [conditions, records];
  }

  label = (id: string): ProviderLabel | undefined => this.labels.find((one) => one.id === id);

  ofOrder = (orderId: string): ProviderLabel[] => this.labels.filter((one) => one.orderId === orderId);

  /** The newest that is not over. */
  live = (tag: string): ProviderLabel | undefined =>
    this.labels.findLast((one) => one.tag === tag && one.status !== 'cancelled');

  /** A label is put into the cart however often its tag was used. */
  put(tag: string, orderId: string): ProviderLabel {
    const id = `label_${this.labels.length + 1}`;
    const label = { id, tag, orderId, wasBought: false, postedAt: null, deliveredAt: null };
    this.labels.push({ ...label, status: 'label_pending' });
    return this.labels.at(-1)!;
  }

  /** False when it is not in the cart, so that it is paid for once. */
  buy(label: ProviderLabel): boolean {
    if (label.status !== 'label_pending') return false;
    Object.assign(label, { status: 'label_purchased', wasBought: true });
    return true;
  }

  /** Done a while after it was ordered. */
  generate(label: ProviderLabel): void {
    const delayMs = this.#random.between(0, GENERATED_AFTER_MS);
    this.#scheduler.schedule(delayMs, null, `${label.id} is generated`, () => {
      if (label.status === 'label_purchased') label.status = 'label_generated';
    });
  }

  drop(label: ProviderLabel): void {
    if (label.status === 'label_pending') label.status = 'cancelled';
  }

  /** False when it is with the carrier already. */
  cancel(label: ProviderLabel): boolean {
    if (!BEFORE_POSTING.includes(label.status)) return label.status === 'cancelled';
    label.status = 'cancelled';
    return true;
  }

  /** The workshop hands the parcel over. */
  post(label: ProviderLabel): void {
    if (label.status !== 'label_generated') return;
    Object.assign(label, { status: 'in_transit', postedAt: this.#now() });
    this.#notify(label);
  }

  arrive(label: ProviderLabel): void {
    if (label.status !== 'in_transit') return;
    Object.assign(label, { status: 'delivered', deliveredAt: this.#now() });
    this.#notify(label);
  }

  trackingOf({ id, status, postedAt, deliveredAt }: ProviderLabel): Tracking {
    return { status, trackingCode: `code of ${id}`, providerCode: null, postedAt, deliveredAt };
  }

  /** Late, twice, or never. */
  #notify({ id }: ProviderLabel): void {
    const { neverShare, twiceShare } = this.conditions.webhooks;
    const fate = this.hasFaults ? this.#random.next() : 1;
    const times = fate < neverShare ? 0 : fate < neverShare + twiceShare ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const delayMs = this.#random.between(1, NOTIFIED_AFTER_MS);
      this.#scheduler.schedule(delayMs, null, `notification of ${id}`, () => void this.#deliver(id).catch(() => {}));
    }
  }

  #now = (): Date => new Date(Math.floor(this.#scheduler.now));
}
