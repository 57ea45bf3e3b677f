import { connect } from 'node:net';

/** Bytes as they are, for what no client library would send; gives all that comes back until the connection closes. */
export function rawHttp({ hostname, port }: Pick<URL, 'hostname' | 'port'>, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  const answer: Buffer[] = [];
  socket.on('data', (bytes) => answer.push(bytes));
  socket.on('close', () => resolve(Buffer.concat(answer).toString()));
  socket.on('error', reject);
  socket.write(Buffer.from(request, 'latin1'));
  return promise;
}
