import type { CallOptions } from '@estampa/kit/rpc/client';
import { type Clients, isRead } from './clients.ts';

type Method = (request: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * The clients of one request with an Idempotency-Key. Its one command carries the key, so no handler can forget it; a
 * second command would be taken for a repetition of the first, so there is none.
 */
export function keyedClients(clients: Clients, onReplay: () => void): Clients {
  let command: string | null = null;

  const keyed =
    (client: string, name: string, call: Method): Method =>
    (request, options = {}) => {
      if (isRead(client, name)) return call(request, options);
      if (command !== null) throw new Error(`${name} is a second command after ${command} under one key`);
      command = name;
      return call(request, { ...options, withIdempotencyKey: true, onReplay });
    };

  const view = (name: string, client: object): object =>
    new Proxy(client, {
      get: (target, method) => keyed(name, String(method), Reflect.get(target, method) as Method),
    });
  return new Proxy(clients, { get: (all, name) => view(String(name), Reflect.get(all, name) as object) });
}
