import { createRequire } from 'node:module';
import type { ClientHttp2Session } from 'node:http2';

/* All that is changed inside @grpc/grpc-js 1.14.7. */

type Transport = { session: ClientHttp2Session; canSendPing(): boolean };
type Connector = { connect(...place: unknown[]): Promise<Transport> };

const require = createRequire(import.meta.url);
const { Http2SubchannelConnector } = require('@grpc/grpc-js/build/src/transport.js') as {
  Http2SubchannelConnector: { prototype: Connector };
};
const connector = Http2SubchannelConnector.prototype;
const patched = new WeakSet<object>();

/**
 * A server that is about to stop, or whose connection is old, says that it takes no new calls and ends those under way. Node sends no
 * pings over such a connection; the library takes that for its loss and drops those calls at its next ping, 3 s later at most. They
 * have deadlines of their own, so it sends none. The change is of its prototypes: it applies to every client of the process.
 */
export function pingOpenSessionsAlone(): void {
  const { connect } = connector;
  connector.connect = async function (this: Connector, ...place) {
    const transport = await connect.apply(this, place);
    const prototype = Object.getPrototypeOf(transport) as Transport;
    if (patched.has(prototype)) return transport;
    patched.add(prototype);
    const { canSendPing } = prototype;
    prototype.canSendPing = function (this: Transport) {
      return !this.session.closed && canSendPing.call(this);
    };
    return transport;
  };
}
