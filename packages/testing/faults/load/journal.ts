import type { Id } from '@estampa/client';

/** What became of an order, as its buyer and the admins know it from accepted requests. */
export type KnownOrder = {
  paid: boolean;
  /** Requested in parts. */
  refundedCents: number;
  /** What its end has to be; null while it is as its payment says. */
  ending: 'cancelled' | 'refunded' | null;
};

export type KnownPayout = 'pending' | 'paid' | 'failed';

/** All that was accepted since the beginning: it must be there, once. */
export class Journal {
  readonly orders = new Map<Id, KnownOrder>();
  readonly payouts = new Map<Id, KnownPayout>();
  /** The title that a product was given last. */
  readonly titles = new Map<Id, string>();
  /** Addresses of new accounts; each gets a mail. */
  readonly accounts = new Set<string>();
  /** Events that nobody can apply. */
  readonly poisoned = new Set<string>();
  /** Responses that no outage explains. */
  readonly wrongs: string[] = [];
}
