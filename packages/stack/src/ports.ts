import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const HOST = '127.0.0.1';

// Below the range the kernel hands to outgoing connections, so a port found free stays free until its server binds it.
const FIRST_FREE_PORT = 20_000;
const LAST_FREE_PORT = 31_999;
const ATTEMPTS_MAX = 100;

/** The usual port when nobody listens there, else any free one. */
export async function portOr(usual: number): Promise<number> {
  return (await isFree(usual)) ? usual : freePort();
}

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = randomInt(FIRST_FREE_PORT, LAST_FREE_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${FIRST_FREE_PORT} and ${LAST_FREE_PORT}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: HOST, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
