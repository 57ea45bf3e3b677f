import type { CallOptions } from '@estampa/kit/grpc-client';
import type { Clients } from './clients.ts';

type Method = (request: unknown, options?: CallOptions) => Promise<unknown>;

const IS_READ = /^(?:get|list|describe|quote|preview|validate)[A-Z]/;

/**
 * The clients of one request with an Idempotency-Key. Its one command carries the key, so no handler can forget it; a
 * second command would be taken for a repetition of the first, so there is none.
 */
export function keyedClients(clients: Clients, onReplay: () => void): Clients {
  let command: string | null = null;

  const keyed =
    (name: string, call: Method): Method =>
    (request, options = {}) => {
      if (IS_READ.test(name)) return call(request, options);
      if (command !== null) throw new Error(`${name} is a second command after ${command} under one key`);
      command = name;
      return call(request, { ...options, withIdempotencyKey: true, onReplay });
    };

  const view = (client: object): object =>
    new Proxy(client, {
      get: (target, name) => keyed(String(name), Reflect.get(target, name) as Method),
    });
  return new Proxy(clients, { get: (all, name) => view(Reflect.get(all, name) as object) });
}
