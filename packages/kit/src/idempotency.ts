import { DomainError, type ErrorDetails, type ErrorKind } from '@estampa/kernel/errors';
import type { EntityManager, QueryResult } from '@mikro-orm/postgresql';
import { currentCall, type IdempotencyKey } from './call.ts';
import { digestOf, seal, unseal } from './sealed-answer.ts';
import type { Orm } from './db.ts';

/** How long a second request with the same key waits for the first to end. */
const WAIT_FOR_FIRST = '2s';
const LOCK_NOT_AVAILABLE = '55P03';
const NOT_KEPT: readonly ErrorKind[] = ['unauthenticated', 'forbidden', 'limited', 'unavailable', 'mismatch'];
const IN_USE = 'idempotency_key_in_use';

type Stored = { body_digest: string; answer: Buffer | null; refusal: Refusal | null };
type Refusal = { kind: ErrorKind; reason: string; message: string; details: ErrorDetails };

/** Another request took the key between our look and our write; its answer is the answer. */
class KeyTaken extends Error {}

/**
 * The one way a command opens its transaction. When the call has an idempotency key the transaction stays open until the
 * answer is known, so that key, effect and answer are stored together.
 */
export async function transact<T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  const call = currentCall();
  const recorded = call?.events.length ?? 0;
  try {
    if (!call?.idempotency) return await em.transactional(work);

    call.openTransaction ??= await beginWithKey(em, call.idempotency);
    const result = await work(call.openTransaction);
    await call.openTransaction.flush();
    return result;
  } catch (error) {
    // What was rolled back was never announced: nobody must wait for it.
    call?.events.splice(recorded);
    throw error;
  }
}

/** Runs a handler; with a key, answers what was answered before, or stores what is answered now. */
export async function answerOnce(orm: Orm, run: () => Promise<Buffer>): Promise<{ answer: Buffer; replayed: boolean }> {
  const call = currentCall();
  const key = call?.idempotency;
  if (!call || !key) return { answer: await run(), replayed: false };

  const before = await replay(orm, key);
  if (before) return before;
  try {
    const answer = await run();
    await commitWith(call.openTransaction, key, answer);
    return { answer, replayed: call.replayed };
  } catch (error) {
    await call.openTransaction?.rollback();
    if (error instanceof KeyTaken) {
      const first = await replay(orm, key);
      if (first) return first;
    }
    if (error instanceof DomainError && isKept(error)) await keepRefusal(orm, key, error);
    throw error;
  } finally {
    call.openTransaction = null;
  }
}

async function beginWithKey(em: EntityManager, key: IdempotencyKey): Promise<EntityManager> {
  const tx = em.fork();
  await tx.begin();
  try {
    await tx.execute(`set local lock_timeout = '${WAIT_FOR_FIRST}'`);
    const { affectedRows } = await tx.execute<QueryResult>(
      'insert into idempotency_key (scope, key_digest, body_digest) values (?, ?, ?) on conflict do nothing',
      [key.scope, digestOf(key), key.bodyDigest],
      'run',
    );
    await tx.execute(`set local lock_timeout = '0'`);
    if (affectedRows !== 1) throw new KeyTaken();
    return tx;
  } catch (error) {
    await tx.rollback();
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw keyInUse();
  }
}

async function commitWith(tx: EntityManager | null, key: IdempotencyKey, answer: Buffer): Promise<void> {
  if (!tx) return;
  await tx.execute('update idempotency_key set answer = ? where scope = ? and key_digest = ?', [
    seal(answer, key),
    key.scope,
    digestOf(key),
  ]);
  await tx.commit();
}

async function replay(orm: Orm, key: IdempotencyKey): Promise<{ answer: Buffer; replayed: true } | null> {
  const [stored] = await orm.em
    .fork()
    .execute<Stored[]>('select body_digest, answer, refusal from idempotency_key where scope = ? and key_digest = ?', [
      key.scope,
      digestOf(key),
    ]);
  if (!stored) return null;
  if (stored.body_digest !== key.bodyDigest) throw keyReused();
  if (stored.refusal) {
    const { kind, reason, message, details } = stored.refusal;
    throw new DomainError(kind, reason, message, details);
  }
  return stored.answer && { answer: unseal(stored.answer, key), replayed: true };
}

export const keyReused = (): DomainError =>
  new DomainError('mismatch', 'idempotency_key_reused', 'This Idempotency-Key was used with another body');

export const keyInUse = (): DomainError =>
  new DomainError('conflict', IN_USE, 'The first request with this key is still running');

/** What says nothing about the request itself may be different next time. */
const isKept = ({ kind, reason }: DomainError): boolean => !NOT_KEPT.includes(kind) && reason !== IN_USE;

async function keepRefusal(orm: Orm, key: IdempotencyKey, error: DomainError): Promise<void> {
  const refusal: Refusal = { kind: error.kind, reason: error.reason, message: error.message, details: error.details };
  await orm.em
    .fork()
    .execute(
      'insert into idempotency_key (scope, key_digest, body_digest, refusal) values (?, ?, ?, ?) on conflict do nothing',
      [key.scope, digestOf(key), key.bodyDigest, JSON.stringify(refusal)],
    );
}
