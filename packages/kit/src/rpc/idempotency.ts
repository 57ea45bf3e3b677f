import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Call, IdempotencyKey } from './call.ts';
import { sqlStateOf } from '../telemetry/error-fields.ts';
import {
  CLAIM,
  CLAIM_WITHIN,
  END,
  END_LONG,
  END_LONG_WITHIN,
  END_WITHIN,
  FORGET,
  STORE,
  LIMIT,
  LONG_FROM_BYTES,
  CHECK,
  RELEASE,
  WAIT_FOR_FIRST_MS,
} from './idempotency-rows.ts';
import { eventsRecordedIn } from '../events/outbox.ts';
import { LOCK_NOT_AVAILABLE } from '../postgres/transient-errors.ts';
import {
  storedOutcome,
  keyInUse,
  keyReused,
  type Outcome,
  type Trailer,
  republish,
  toStored,
  withoutResponse,
} from './stored-outcome.ts';
import { bodyMacOf, digestOf, seal, shareOf, unseal } from './sealed-response.ts';
import { lockLimitMs } from '../postgres/session-settings.ts';
import { pipeline } from '../postgres/statement.ts';
import { transact, type TransactionBody } from '../postgres/transact.ts';
import { transactionOf } from '../postgres/transaction.ts';

const POLL_EVERY_MS = 50;
/** A key is claimed for as long as its caller waits, and a little longer; this long without a deadline. */
const CLAIM_MS = 30_000;
const CLAIM_MARGIN_MS = 500;
export type Responded = { outcome: Outcome; replayed: boolean };

/** Stores how a request ended, in the transaction of its effect. */
export type Store = (tx: EntityManager, outcome: Outcome) => Promise<void>;

type StoredOutcome = Trailer & { outcome: Outcome };

/**
 * Runs once for a key. The key is claimed before any work, so two requests never both do it; effect, response and the
 * end of the claim commit in one transaction, so a crash leaves all or nothing, and a claim that was lost commits
 * nothing.
 */
export async function onceForKey(
  em: EntityManager,
  call: Call,
  key: IdempotencyKey,
  run: (store: Store) => Promise<Outcome>,
): Promise<Responded> {
  const claim = randomUUID();
  const before = await claimOrWait(em.fork(), call, key, claim);
  if (before) return replayed(call, before);

  const store: Store = async (tx, outcome) => {
    if (!(await finish(tx, call, key, claim, outcome))) throw keyInUse();
  };
  try {
    return { outcome: await run(store), replayed: false };
  } catch (error) {
    const rejection = error instanceof DomainError ? error : null;
    // When this fails too, the claim ends by itself.
    await finish(em.fork(), call, key, claim, rejection && { rejection }).catch(() => undefined);
    throw error;
  }
}

/** For a handler of several transactions, which binds the key to its effect itself: its rejections are stored all the same. */
export async function storingRejections(
  em: EntityManager,
  call: Call,
  key: IdempotencyKey,
  run: () => Promise<Responded>,
): Promise<Responded> {
  const before = await check(em.fork(), key);
  if (before) return replayed(call, before);
  try {
    return await run();
  } catch (error) {
    return storedRejection(em.fork(), call, key, error);
  }
}

/**
 * For work that calls no other service: the key is claimed in the transaction of the work itself, so the claim ends with it, and
 * another request with the same key waits for its end. Null when the key has been claimed before.
 */
export async function onceInTransaction(
  em: EntityManager,
  call: Call,
  key: IdempotencyKey,
  body: TransactionBody<Outcome>,
): Promise<Responded | null> {
  try {
    return await transact(em, async (tx) => {
      if (!(await claimWithin(tx, call, key))) throw CLAIMED_BEFORE;
      const outcome = await body(tx);
      transactionOf(tx).onCommit(() => endWithin(tx, call, key, outcome));
      return { outcome, replayed: false };
    });
  } catch (error) {
    if (error === CLAIMED_BEFORE) return null;
    return storedRejection(em.fork(), call, key, error);
  }
}

const CLAIMED_BEFORE = new Error('the key was claimed before');

/** Stores a rejection when nothing was done; should the key have been used in the meantime, that request's response is returned. */
async function storedRejection(em: EntityManager, call: Call, key: IdempotencyKey, error: unknown): Promise<Responded> {
  const sealed = error instanceof DomainError ? toStored({ rejection: error }, call) : null;
  if (sealed && !(await STORE.first(em, [digestOf(key), bodyMacOf(key), randomUUID(), seal(sealed, key)]))) {
    const before = await check(em, key);
    if (before) return replayed(call, before);
  }
  throw error;
}

/** Null when the key is now ours; else how the first request ended. */
async function claimOrWait(
  em: EntityManager,
  call: Call,
  key: IdempotencyKey,
  claim: string,
): Promise<StoredOutcome | null> {
  const giveUpAt = Date.now() + WAIT_FOR_FIRST_MS;
  for (;;) {
    if (await claimKey(em, call, key, claim)) return null;
    const stored = await check(em, key);
    if (stored) return stored;
    if (Date.now() >= giveUpAt) throw keyInUse();
    await pause(POLL_EVERY_MS, undefined, call.signal ? { signal: call.signal } : {});
  }
}

async function claimKey(em: EntityManager, call: Call, key: IdempotencyKey, claim: string): Promise<boolean> {
  const waitedForMs = call.deadline === null ? CLAIM_MS : Math.max(call.deadline - Date.now(), 0);
  const parameters = [digestOf(key), bodyMacOf(key), claim, Math.ceil(waitedForMs + CLAIM_MARGIN_MS)];
  return (await unlessLocked(CLAIM.first(em, parameters))) !== undefined;
}

async function claimWithin(tx: EntityManager, call: Call, key: IdempotencyKey): Promise<boolean> {
  const claim = CLAIM_WITHIN.with(digestOf(key), bodyMacOf(key), randomUUID());
  const claims = await unlessLocked(pipeline(tx, claim, LIMIT.with(String(lockLimitMs(call)))));
  return claims !== undefined && claims[0].length === 1;
}

/** Undefined when another transaction has locked the key for too long. */
const unlessLocked = <T>(requested: Promise<T>): Promise<T | undefined> =>
  requested.catch((error: unknown) => {
    if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) return undefined;
    throw error;
  });

async function check(em: EntityManager, key: IdempotencyKey): Promise<StoredOutcome | null> {
  const row = await CHECK.first(em, [digestOf(key)]);
  if (row && row.mac !== bodyMacOf(key)) throw keyReused();
  return row?.outcome ? storedOutcome(unseal(row.outcome, key)) : null;
}

/** Ends a claim with the response to repeat, or without; false when the claim was over or not ours any more. */
async function finish(
  tx: EntityManager,
  call: Call,
  key: IdempotencyKey,
  claim: string,
  outcome: Outcome | null,
): Promise<boolean> {
  const trailer = trailerOf(tx, call);
  const sealed = outcome && toStored(outcome, trailer);
  if (!sealed) return (await RELEASE.first(tx, [digestOf(key), claim])) !== undefined;
  const ended = isLong(sealed)
    ? END_LONG.first(tx, [digestOf(key), ...longOf(sealed, trailer, key), claim])
    : END.first(tx, [digestOf(key), seal(sealed, key), claim]);
  return (await ended) !== undefined;
}

/** The transaction has the row to itself since it claimed it. */
function endWithin(tx: EntityManager, call: Call, key: IdempotencyKey, outcome: Outcome) {
  const trailer = trailerOf(tx, call);
  const sealed = toStored(outcome, trailer);
  if (!sealed) return FORGET.with(digestOf(key)).query;
  if (isLong(sealed)) return END_LONG_WITHIN.with(digestOf(key), ...longOf(sealed, trailer, key)).query;
  return END_WITHIN.with(digestOf(key), seal(sealed, key)).query;
}

const isLong = (sealed: Buffer): boolean => sealed.length > LONG_FROM_BYTES;

/** Sealed with its response and without, and in whose share it counts. */
const longOf = (sealed: Buffer, trailer: Trailer, key: IdempotencyKey) =>
  [seal(sealed, key), seal(withoutResponse(trailer), key), shareOf(key)] as const;

const trailerOf = (tx: EntityManager, call: Call): Trailer => ({
  events: [...call.events, ...eventsRecordedIn(tx)],
  hasMoreEvents: call.hasMoreEvents,
});

function replayed(call: Call, sealed: StoredOutcome): Responded {
  republish(call, sealed);
  return { outcome: sealed.outcome, replayed: true };
}
