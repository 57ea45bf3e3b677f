import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, HOST } from '../ports.ts';
import { checkPorts } from './doctor.ts';

it('notes usual ports that other programs use, and counts none as a problem, since start chooses others', async () => {
  const other = createServer().listen(0, HOST);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  const free = { name: 'catalog', port: await freePort() };
  const found = await checkPorts([{ name: 'gateway', port }, free]);

  expect(found).toEqual({
    what: 'the usual ports',
    problem: null,
    note: `${port} (gateway) in use; npm start chooses others and prints them`,
  });
  expect(await checkPorts([free])).toEqual({ what: 'the usual ports', problem: null });
  other.close();
});
