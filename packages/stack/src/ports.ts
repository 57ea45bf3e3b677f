import { createServer } from 'node:net';

export const HOST = '127.0.0.1';

// Below the range the kernel hands to outgoing connections, so a port found free stays free until its server binds it.
const FIRST_FREE_PORT = 20_000;
/** Processes that start servers at the same time search separate blocks, and never return the same port twice. */
const BLOCK_PORTS = 200;
const BLOCKS = 60;

const firstOfBlock = FIRST_FREE_PORT + (process.pid % BLOCKS) * BLOCK_PORTS;
let given = 0;

/** The usual port when it is free, else any free one. */
export async function portOr(usual: number): Promise<number> {
  return (await isFree(usual)) ? usual : freePort();
}

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < BLOCK_PORTS; attempt++) {
    const port = firstOfBlock + (given++ % BLOCK_PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${firstOfBlock} and ${firstOfBlock + BLOCK_PORTS - 1}`);
}

/** Whether nothing listens on the port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: HOST, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
