import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection, requestBytes, type Response } from '../load/connection.ts';

/** As caches in front of a gateway would: short enough that most responses are right all the same. */
const LATE_MS = 50;

/** A planted fault: what a gateway responds to reads, and the same again for a moment. Writes pass. */
export async function lateCopyOf(gatewayUrl: string, lateMs = LATE_MS): Promise<{ url: string } & AsyncDisposable> {
  const known = new Map<string, { response: Response; until: number }>();
  const free: Connection[] = [];
  const exchange = async (request: Buffer) => {
    const connection = free.pop() ?? new Connection(gatewayUrl);
    const response = await connection.send(request);
    free.push(connection);
    return response;
  };
  const read = async (path: string) => {
    const before = known.get(path);
    if (before && before.until > performance.now()) return before.response;
    const response = await exchange(requestBytes({ path }));
    known.set(path, { response, until: performance.now() + lateMs });
    return response;
  };
  const server = createServer((request, response) => {
    read(request.url!).then(
      ({ status, body }) => response.writeHead(status, { 'content-length': body.byteLength }).end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const connection of free) connection.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
