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
});
