import type { Server } from 'node:http';
import { networkOf } from '@estampa/kernel/network';
import { connectionsRejected } from '../metrics.ts';

export type ConnectionLimits = {
  /** Of all clients in sum. */
  max: number;
  /** Of one address; of IPv6, of one network of /64. */
  perAddressMax: number;
  /** Trusted proxies, whose connections carry the requests of many clients, so that only `max` applies to them. */
  isProxy(address: string): boolean;
};

/** Ends a connection at once that is one too many: it costs its client a new try, and us nothing that lasts. */
export function limitConnections(server: Server, { max, perAddressMax, isProxy }: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.maxConnections = max;
  server.on('drop', () => connectionsRejected.inc({ limit: 'all' }));
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= perAddressMax) {
      connectionsRejected.inc({ limit: 'address' });
      return void socket.destroy();
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
