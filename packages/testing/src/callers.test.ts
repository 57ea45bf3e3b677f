import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLERS } from '@estampa/kernel/callers';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import { expect, it } from 'vitest';

const SERVICES = join(import.meta.dirname, '../../../services');

/** The peers whose addresses are in a service's configuration. */
function calledBy(name: ServiceName): readonly ServiceName[] {
  const config = readFileSync(join(SERVICES, name, 'src/config.ts'), 'utf8');
  return SERVICE_NAMES.filter((peer) => config.includes(`${peer.replaceAll('-', '_').toUpperCase()}_ADDRESS`));
}

it('lets exactly those call a service who are configured with its address', () => {
  const callers = SERVICE_NAMES.map((service) => [
    service,
    ['gateway', ...SERVICE_NAMES.filter((peer) => calledBy(peer).includes(service))].toSorted(),
  ]);

  expect(Object.entries(CALLERS).map(([service, peers]) => [service, peers.toSorted()])).toEqual(callers);
});
