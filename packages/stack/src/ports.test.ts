import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort, HOST, portOr } from './ports.ts';

describe('ports', () => {
  it('gives the usual port when it is free', async () => {
    const usual = await freePort();

    expect(await portOr(usual)).toBe(usual);
  });

  it('returns another port when the usual one is in use', async () => {
    const somebody = createServer().listen(0, HOST);
    await once(somebody, 'listening');
    const { port } = somebody.address() as AddressInfo;

    expect(await portOr(port)).not.toBe(port);
    somebody.close();
  });

  it('never returns a port that another process may return at the same time', async () => {
    // Modules that are loaded anew know as little of each other as processes, and share what they begin with: their pid.
    const ports = new Set<number>();
    for (const name of ['one', 'another', 'third']) {
      const other: { freePort: typeof freePort } = await import(`./ports.ts?${name}`);
      ports.add(await other.freePort());
    }

    expect(ports.size).toBe(3);
  });
});
