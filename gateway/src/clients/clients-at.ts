import type { CallOptions } from '@estampa/kit/rpc/client';
import type { Clients } from './clients.ts';

type Method = (request: unknown, options?: CallOptions) => Promise<unknown>;

/** For one page: what storefront reads for it may come from a replica that has reached the position. */
export function clientsAt(clients: Clients, readPosition: string): Clients {
  if (readPosition === '') return clients;
  const storefront = new Proxy(clients.storefront, {
    get: (target, name): Method => {
      const call = Reflect.get(target, name) as Method;
      return (request, options = {}) => call(request, { ...options, readPosition });
    },
  });
  return { ...clients, storefront };
}
