import { saoPauloDay } from '@estampa/kernel/days';
import { randomNumbers } from '@estampa/stack/random';
import { zipf } from '../load/zipf.ts';
import { copyId } from './copy-id.ts';
import { WORDS } from './model-words.ts';
import { type OrderSample, SAMPLE_NAMES, sampleOf } from './order-samples.ts';
import type { Holes } from './stencil.ts';
import type { Model, Product, Size, World } from './world.ts';

/** What is copied, each with its own ids and words. */
export type Kind = 'store' | 'customer' | 'artwork' | 'order';

/** One copy of something: its number, from 0, and those of what it belongs to. */
export interface Copy extends Readonly<Record<Kind, number>> {
  readonly shiftMs: number;
}

/** All that the copies are made of; small enough to be kept in a file. */
export interface Origin {
  readonly size: Size;
  readonly model: Model;
  /** When the model was complete, in milliseconds. */
  readonly madeAt: number;
  /** The ids, or what else is unique, of the rows of each; an order's by its sample. */
  readonly own: Readonly<Record<Exclude<Kind, 'order'> | OrderSample, readonly string[]>>;
}

/** The first of the model's orders: a number that stands nowhere else. */
export const MODEL_ORDER_NUMBER = 900_000_001;
/** The first order number of copies. */
const ORDER_NUMBER = 1_001;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The shops opened one after the other during so long. */
const SHOPS_HOURS = 2_000;
/** Unpaid orders are so old that their payments are no longer polled. */
const NEVER_PAID_DAYS = 61;
const YOUNGEST_DAYS = 1;
const YEAR_DAYS = 365;

/** How long before the model the order was placed that is in the middle of all: from then on sellers have their agreed fees. */
export const MIDDLE_DAYS = (YOUNGEST_DAYS + YEAR_DAYS) / 2;

/** Which ids, names and times each copy has, the same in all databases. */
export class Copies implements Holes<Copy> {
  readonly origin: Origin;
  readonly #places: ReadonlyMap<string, { kind: Kind; place: number }>;
  /** By the hour: asking the calendar costs more than all else of a row. */
  readonly #days = new Map<number, string>();
  readonly #buyers: Uint32Array;
  readonly #artworks: Uint32Array;

  constructor(origin: Origin) {
    this.origin = origin;
    const { own, size } = origin;
    const ids = Object.entries(own).flatMap(([owner, words]) =>
      words.map((word) => ({ word, kind: isSample(owner) ? 'order' : (owner as Kind) })),
    );
    this.#places = new Map(ids.map(({ word, kind }, place) => [word, { kind, place }]));
    const random = randomNumbers(2);
    const popular = zipf(size.artworks, random);
    this.#artworks = new Uint32Array(size.orders);
    this.#buyers = new Uint32Array(size.orders);
    for (let order = 0; order < size.orders; order += 1) {
      this.#buyers[order] = Math.floor(random() * size.customers);
      this.#artworks[order] = popular();
    }
  }

  /** Every word of the model that a copy has another for. */
  get words(): string[] {
    return [...this.#places.keys(), ...Object.values(WORDS), ...ORDER_NUMBERS];
  }

  count(kind: Kind): number {
    const { stores: store, customers: customer, artworks: artwork, orders: order } = this.origin.size;
    return { store, customer, artwork, order }[kind];
  }

  copy(kind: Kind, number: number): Copy {
    const { artworksPerStore } = this.origin.size;
    const shiftMs = this.#shiftMs(kind, number);
    const storeOf = (artwork: number) => Math.floor(artwork / artworksPerStore);
    if (kind === 'store') return { store: number, artwork: 0, customer: 0, order: 0, shiftMs };
    if (kind === 'artwork') return { store: storeOf(number), artwork: number, customer: 0, order: 0, shiftMs };
    if (kind === 'customer') return { store: 0, artwork: 0, customer: number, order: 0, shiftMs };
    const artwork = this.#artworks[number]!;
    return { store: storeOf(artwork), artwork, customer: this.#buyers[number]!, order: number, shiftMs };
  }

  word(found: string): ((copy: Copy) => string) | undefined {
    const known = this.#places.get(found);
    if (known) return (copy) => this.#id(known, copy[known.kind]);
    if (found === WORDS.store) return ({ store }) => `loja-${store + 1}`;
    if (found === WORDS.artwork) return ({ artwork }) => `obra-${artwork + 1}`;
    if (found === WORDS.customer) return ({ customer }) => `cliente-${customer + 1}`;
    if (found === WORDS.code) return ({ store }) => `LOJA-${store + 1}`;
    if (ORDER_NUMBERS.includes(found)) return ({ order }) => String(ORDER_NUMBER + order);
    return undefined;
  }

  shiftMs = ({ shiftMs }: Copy): number => shiftMs;

  day = ({ shiftMs }: Copy): string => {
    const hour = Math.floor((this.origin.madeAt - shiftMs) / HOUR_MS);
    const day = this.#days.get(hour) ?? saoPauloDay(new Date(hour * HOUR_MS));
    this.#days.set(hour, day);
    return day;
  };

  /** What stands for an id of the model in a copy. */
  idOf(modelId: string, number: number): string {
    return this.#id(this.#places.get(modelId)!, number);
  }

  /** Made when they are asked for: of a million products few are. */
  get world(): World {
    const { model, size } = this.origin;
    const stores = Array.from({ length: size.stores }, (_, store) => {
      const name = `loja-${store + 1}`;
      let made: readonly Product[] | undefined;
      const products = () => (made ??= this.#productsOf(store));
      return {
        slug: name,
        email: model.seller.email.replace(WORDS.store, name),
        get products() {
          return products();
        },
      };
    });
    const customerEmails = Array.from({ length: size.customers }, (_, customer) =>
      model.customer.email.replace(WORDS.customer, `cliente-${customer + 1}`),
    );
    return { size, model, stores, customerEmails };
  }

  #productsOf(store: number): Product[] {
    const { model, size } = this.origin;
    return Array.from({ length: size.artworksPerStore }, (_, index) => store * size.artworksPerStore + index).flatMap(
      (artwork) =>
        model.products.map(({ id, slug, variantIds }) => ({
          id: this.idOf(id, artwork),
          slug: slug.replace(WORDS.artwork, `obra-${artwork + 1}`),
          variantIds: variantIds.map((variantId) => this.idOf(variantId, artwork)),
        })),
    );
  }

  #id({ kind, place }: { kind: Kind; place: number }, number: number): string {
    return copyId(this.origin.madeAt - this.#shiftMs(kind, number), place, number);
  }

  #shiftMs(kind: Kind, number: number): number {
    if (kind === 'customer') return 0;
    const earlier = (this.count(kind) - number) / this.count(kind);
    if (kind !== 'order') return Math.round(earlier * SHOPS_HOURS * HOUR_MS) + (kind === 'store' ? DAY_MS : 0);
    const isPending = sampleOf(number, this.count(kind)) === 'pending';
    const youngest = isPending ? NEVER_PAID_DAYS : YOUNGEST_DAYS;
    return Math.round((youngest + earlier * (YEAR_DAYS - youngest)) * DAY_MS);
  }
}

const isSample = (owner: string): boolean => SAMPLE_NAMES.some((sample) => sample === owner);

/** Of the model's orders. */
const ORDER_NUMBERS = SAMPLE_NAMES.map((_sample, place) => String(MODEL_ORDER_NUMBER + place));
