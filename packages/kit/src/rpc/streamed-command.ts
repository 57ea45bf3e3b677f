import { createHash } from 'node:crypto';
import type { Call } from './call.ts';
import type { Command } from './command.ts';
import type { TransactionBody } from '../postgres/transact.ts';

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
 * `receive` takes in the parts as they come, before a key is claimed or a transaction begins: a slow sender holds up nobody.
 * What it gives is the request of an ordinary command.
 */
export const streamedCommand = <C, Part, Request extends Received, T, Response>(
  receive: (context: C, parts: AsyncIterable<Part>) => Promise<Request>,
  prepare: (context: C, request: Request) => TransactionBody<T> | Promise<TransactionBody<T>>,
  response: (result: T, context: C) => Response,
): StreamedCommand<C, Part, Response> => ({ receive, prepare, response, callsOthers: () => true });

/** The edge could not know what was to pass through it, so the key is told of it here. */
export function addToKey(call: Call, { digest }: Received): void {
  if (!call.idempotency) return;
  const hash = createHash('sha256').update(call.idempotency.bodyDigest).update(digest);
  call.idempotency = { ...call.idempotency, bodyDigest: hash.digest('hex') };
}
