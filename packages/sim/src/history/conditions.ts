import type { Random } from '@estampa/stack/random';

/** What one history has more of than others: how people, the network, the provider, Kafka and PostgreSQL behave in it. */
export type Conditions = {
  people: {
    /** Of all moves so many come at once with the one before them. */
    burstShare: number;
    /** Of all requests so many are sent twice at once. */
    doubledShare: number;
    /** Before so many of the moves minutes pass in which nobody does anything. */
    quietShare: number;
  };
  provider: {
    /** Of all requests so many meet a fault. */
    faultShare: number;
    /** What the fault is; one that stands here twice is twice as likely. */
    faults: readonly Fault[];
  };
  /** How notifications of the provider are delivered. */
  webhooks: { neverShare: number; twiceShare: number; lateShare: number };
  /** Of all requests to Kafka and their responses so many take up to `lateMs`. */
  events: { lateShare: number; lateMs: number };
  /** Of all round trips to PostgreSQL so many take up to `slowMs`. */
  database: { slowShare: number; slowMs: number };
  /**
   * At most so many processes end, those of the second kind right after the end of a transaction, before its response, and those of
   * the third while they have one open, which is undone.
   */
  crashes: { max: number; afterTransactionMax: number; inTransactionMax: number };
  /** At most so many times a process stands still, as one that the operating system does not let run. */
  suspensionsMax: number;
};

/**
 * unsent: it never leaves us. busy: the provider responds 503. lost: it never arrives. unheard: it is done, and the response is lost.
 * slow: it arrives when its sender waits no more. late: it is done at once, and its response is slow.
 */
export type Fault = 'unsent' | 'busy' | 'lost' | 'unheard' | 'slow' | 'late';

const USUAL: Conditions = {
  people: { burstShare: 0, doubledShare: 0.25, quietShare: 0 },
  provider: { faultShare: 0.12, faults: ['unsent', 'busy', 'lost', 'unheard', 'slow', 'late'] },
  webhooks: { neverShare: 0.1, twiceShare: 0.15, lateShare: 0.15 },
  events: { lateShare: 0.03, lateMs: 4_000 },
  database: { slowShare: 0.03, slowMs: 40 },
  crashes: { max: 3, afterTransactionMax: 0, inTransactionMax: 0 },
  suspensionsMax: 0,
};

const BURSTS: Partial<Conditions> = {
  people: { burstShare: 0.75, doubledShare: 0.5, quietShare: 0 },
  database: { slowShare: 0.5, slowMs: 30 },
};

/** Each makes one kind of trouble common, which is needed twice or with another one to show what it does. */
const TROUBLES: readonly Partial<Conditions>[] = [
  BURSTS,
  BURSTS,
  { people: { burstShare: 0.3, doubledShare: 0.25, quietShare: 0.5 } },
  // What comes late meets something only when time passes.
  {
    people: { burstShare: 0.2, doubledShare: 0.25, quietShare: 0.3 },
    provider: { faultShare: 0.5, faults: ['unheard', 'slow', 'slow', 'late', 'late', 'lost'] },
  },
  { webhooks: { neverShare: 0.15, twiceShare: 0.5, lateShare: 0.3 } },
  { database: { slowShare: 0.5, slowMs: 500 }, crashes: { max: 8, afterTransactionMax: 0, inTransactionMax: 0 } },
  { crashes: { max: 3, afterTransactionMax: 6, inTransactionMax: 0 } },
  { suspensionsMax: 4 },
];

const USUAL_SHARE = 0.3;
const TROUBLES_AT_ONCE = 2;

/** In so many histories transactions are common that nobody ends, beside all else. */
const INTERRUPTED_SHARE = 0.25;
const INTERRUPTIONS_MAX = 6;

/** In some histories everything is as usual, in the others one or two troubles are common. */
export function drawConditions(random: Random): Conditions {
  if (random.chance(USUAL_SHARE)) return USUAL;
  const troubles = random.shuffled(TROUBLES).slice(0, 1 + random.below(TROUBLES_AT_ONCE));
  return Object.assign({}, USUAL, ...troubles) as Conditions;
}

/** What was added to the troubles draws from a stream of its own: so histories without it stay what they were. */
export const withInterruptions = (conditions: Conditions, random: Random): Conditions =>
  random.chance(INTERRUPTED_SHARE)
    ? { ...conditions, crashes: { ...conditions.crashes, inTransactionMax: INTERRUPTIONS_MAX } }
    : conditions;

/** In so many histories events are late: whoever acts on them acts on what was. */
const LATE_EVENTS_SHARE = 0.3;
const LATE_EVENTS: Conditions['events'] = { lateShare: 0.3, lateMs: 8_000 };

export const withLateEvents = (conditions: Conditions, random: Random): Conditions =>
  random.chance(LATE_EVENTS_SHARE) ? { ...conditions, events: LATE_EVENTS } : conditions;
