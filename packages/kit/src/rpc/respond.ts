import { type Command, runCommand } from './command.ts';
import { type Responded, storingRejections } from './idempotency.ts';

/** What responds to requests that come in one message. */
export type Handler<C> = ((context: C, request: never) => Promise<unknown>) | Command<C, never, unknown>;

/**
 * Runs a handler for one request, whatever carried it here; with an idempotency key its outcome is stored or repeated. Throws the
 * handler's errors, a `DomainError` for a rejection that no key stores.
 */
export function respondTo<C>(handler: Handler<C>, request: Parameters<typeof runCommand<C>>[1]): Promise<Responded> {
  const { em, call, context, serialize } = request;
  if (typeof handler !== 'function') return runCommand(handler, request);
  const run = async (): Promise<Responded> => {
    const responded = serialize(await handler(context, request.request as never));
    return { outcome: { response: responded }, replayed: call.replayed };
  };
  return call.idempotency ? storingRejections(em, call, call.idempotency, run) : run();
}
