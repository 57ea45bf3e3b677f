import { connect } from 'node:net';

/** Bytes as they are, for what no client library would send; gives all that comes back until the connection closes. */
export function rawHttp({ hostname, port }: Pick<URL, 'hostname' | 'port'>, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  const response: Buffer[] = [];
  socket.on('data', (bytes) => response.push(bytes));
  socket.on('close', () => resolve(Buffer.concat(response).toString()));
  socket.on('error', reject);
  socket.write(Buffer.from(request, 'latin1'));
  return promise;
}
