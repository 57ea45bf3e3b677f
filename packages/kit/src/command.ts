import { DomainError } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Call } from './call.ts';
import { type Answered, type Keep, onceForKey, type Outcome } from './idempotency.ts';
import { transact, type Work } from './transact.ts';

/** A handler that changes something: what it prepares is done in one transaction, with its answer and its key. */
export type Command<C, Request, Response> = {
  prepare: (context: C, request: Request) => Work<unknown> | Promise<Work<unknown>>;
  answer: (result: never, context: C) => Response;
};

/**
 * `prepare` checks, asks others and gives the work of the transaction; `answer` makes its result a message, before the
 * commit. A refusal thrown by the work undoes it; one thrown by `answer` comes after the commit.
 */
export const command = <C, Request, T, Response>(
  prepare: (context: C, request: Request) => Work<T> | Promise<Work<T>>,
  answer: (result: T, context: C) => Response,
): Command<C, Request, Response> => ({ prepare, answer });

type Surroundings<C> = {
  em: EntityManager;
  call: Call;
  context: C;
  request: unknown;
  serialize: (response: unknown) => Buffer;
};

/** Runs a command; with a key it runs once, however often and from wherever it is asked for. */
export function runCommand<C>(
  { prepare, answer }: Command<C, never, unknown>,
  { em, call, context, request, serialize }: Surroundings<C>,
): Promise<Answered> {
  const run = async (keep: Keep): Promise<Outcome> => {
    const work = await prepare(context, request as never);
    return transact(em, async (tx) => {
      const result = await work(tx);
      await tx.flush();
      const outcome = outcomeOf(() => serialize(answer(result as never, context)));
      await keep(tx, outcome);
      return outcome;
    });
  };
  return call.idempotency ? onceForKey(em, call, call.idempotency, run) : run(async () => undefined).then(asFirst);
}

const asFirst = (outcome: Outcome): Answered => ({ outcome, replayed: false });

function outcomeOf(make: () => Buffer): Outcome {
  try {
    return { answer: make() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}
