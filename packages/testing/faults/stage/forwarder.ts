import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { HOST } from '@estampa/stack/ports';

/** One address for a server that may be replaced, as a service's name is on a cluster. */
export interface Forwarder extends AsyncDisposable {
  readonly port: number;
  /** Cuts all connections; new ones go to this port of the own machine. */
  leadTo(port: number): void;
}

export async function openForwarder(port: number): Promise<Forwarder> {
  let target = port;
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: HOST, port: target, noDelay: true });
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    leadTo(next) {
      target = next;
      cut();
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
