import { createHash } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Call, IdempotencyKey } from './call.ts';
import { type Responded, type Store, onceForKey, onceInTransaction } from './idempotency.ts';
import type { Outcome } from './stored-outcome.ts';
import { ownerOf } from './sealed-response.ts';
import { transact, type TransactionBody } from '../postgres/transact.ts';

/** A handler that changes something: what it prepares is done in one transaction, with its response and its key. */
export type Command<C, Request, Response> = {
  prepare: (context: C, request: Request) => TransactionBody<unknown> | Promise<TransactionBody<unknown>>;
  response: (result: never, context: C) => Response;
  callsOthers: (request: Request) => boolean;
  subject?: Subject<C, Request> | undefined;
};

/** What a request is about, one word however it was named; null when it names nothing that is known. */
type Subject<C, Request> = (context: C, request: Request) => Promise<string | null>;

type Preparation<C, Request> = {
  callsOthers?: boolean | ((request: Request) => boolean);
  subject?: Subject<C, Request>;
};

/**
 * `prepare` validates, calls other services and returns the body of the transaction; `response` makes its result a
 * message, before the commit. An error thrown by the body rolls it back; one thrown by `response` is stored and
 * committed as the outcome. With `callsOthers: false` (for some requests, or for all) `prepare` returns the body at
 * once, and an idempotency key is claimed in the same transaction instead of in one before it. With `subject` a key
 * covers what the request is about, so that the same request under another name of the same thing is a repetition.
 */
export const command = <C, Request, T, Response>(
  prepare: (context: C, request: Request) => TransactionBody<T> | Promise<TransactionBody<T>>,
  response: (result: T, context: C) => Response,
  { callsOthers = true, subject }: Preparation<C, Request> = {},
): Command<C, Request, Response> => ({
  prepare,
  response,
  subject,
  callsOthers: typeof callsOthers === 'boolean' ? () => callsOthers : callsOthers,
});

type Surroundings<C> = {
  em: EntityManager;
  call: Call;
  context: C;
  request: unknown;
  serialize: (response: unknown) => Buffer;
};

/** Runs a command; with a key it runs once, however often and from wherever it is requested. */
export async function runCommand<C>(
  { prepare, response, callsOthers, subject }: Command<C, never, unknown>,
  { em, call, context, request, serialize }: Surroundings<C>,
): Promise<Responded> {
  const finish = async (tx: EntityManager, body: TransactionBody<unknown>): Promise<Outcome> => {
    const result = await body(tx);
    await tx.flush();
    return outcomeOf(() => serialize(response(result as never, context)));
  };
  const named = call.idempotency;
  const key = named && subject ? keyAbout(named, await subject(context, request as never)) : named;
  if (key && !callsOthers(request as never)) {
    const once = await onceInTransaction(em, call, key, (tx) => finish(tx, atOnce(prepare(context, request as never))));
    if (once) return once;
  }
  const run = async (store: Store): Promise<Outcome> => {
    const body = await prepare(context, request as never);
    return transact(em, async (tx) => {
      const outcome = await finish(tx, body);
      await store(tx, outcome);
      return outcome;
    });
  };
  return key ? onceForKey(em, call, key, run) : run(async () => undefined).then(asFirst);
}

/** A scope begins with whose key it is; the rest names the thing as the request did. */
const keyAbout = (key: IdempotencyKey, subject: string | null): IdempotencyKey =>
  subject === null ? key : { ...key, scope: `${ownerOf(key)} ${subject}` };

function atOnce<T>(body: TransactionBody<T> | Promise<TransactionBody<T>>): TransactionBody<T> {
  if (body instanceof Promise)
    throw new Error('a command with callsOthers: false must return its transaction body synchronously');
  return body;
}

const asFirst = (outcome: Outcome): Responded => ({ outcome, replayed: false });

function outcomeOf(make: () => Buffer): Outcome {
  try {
    return { response: make() };
  } catch (error) {
    if (error instanceof DomainError) return { rejection: error };
    throw error;
  }
}

/** What was taken in; it is let go of once the command has ended. */
export type Received = AsyncDisposable & {
  /** Stands for all parts where an idempotency key is compared. */
  digest: string;
};

/** A command whose request comes in parts. */
export type StreamedCommand<C, Part, Response> = Command<C, never, Response> & {
  receive: (context: C, parts: AsyncIterable<Part>) => Promise<Received>;
};

/**
 * `receive` takes in the parts as they come, before a key is claimed or a transaction begins: a slow sender delays only itself.
 * What it returns is the request of an ordinary command.
 */
export const streamedCommand = <C, Part, Request extends Received, T, Response>(
  receive: (context: C, parts: AsyncIterable<Part>) => Promise<Request>,
  prepare: (context: C, request: Request) => TransactionBody<T> | Promise<TransactionBody<T>>,
  response: (result: T, context: C) => Response,
): StreamedCommand<C, Part, Response> => ({ receive, prepare, response, callsOthers: () => true });

/** The gateway could not digest what was yet to pass through it, so the key gets the digest here. */
export function addToKey(call: Call, { digest }: Received): void {
  if (!call.idempotency) return;
  const hash = createHash('sha256').update(call.idempotency.bodyDigest).update(digest);
  call.idempotency = { ...call.idempotency, bodyDigest: hash.digest('hex') };
}
