import { createServer, type Server } from 'node:net';

export const HOST = '127.0.0.1';

// Below the range the kernel hands to outgoing connections, so a port found free stays free until its server binds it.
const FIRST_FREE_PORT = 20_000;
const BLOCK_PORTS = 200;
const BLOCKS = 60;

let block: Promise<number> | undefined;
let given = 0;

/** The usual port when it is free, else any free one. */
export async function portOr(usual: number): Promise<number> {
  return (await isFree(usual)) ? usual : freePort();
}

/** A port that this process has not returned before, and that no other process returns while this one runs. */
export async function freePort(): Promise<number> {
  const first = await (block ??= claimBlock());
  for (let attempt = 1; attempt < BLOCK_PORTS; attempt++) {
    const port = first + 1 + (given++ % (BLOCK_PORTS - 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${first + 1} and ${first + BLOCK_PORTS - 1}`);
}

/**
 * Between finding a port free and binding it, another process must not find it free as well: each process that starts servers
 * searches a block of its own, and listens on its first port for as long as it lives.
 */
async function claimBlock(): Promise<number> {
  for (let attempt = 0; attempt < BLOCKS; attempt++) {
    const first = FIRST_FREE_PORT + ((process.pid + attempt) % BLOCKS) * BLOCK_PORTS;
    const claim = await listenOn(first);
    if (claim) {
      claim.unref();
      return first;
    }
  }
  throw new Error(`${BLOCKS} processes start servers already`);
}

/** Whether nothing listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  await probe?.[Symbol.asyncDispose]();
  return probe !== null;
}

function listenOn(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ host: HOST, port, exclusive: true }, () => resolve(server));
  });
}
