import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthClass } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest } from '../sample-requests.ts';

/** The callers that each class of routes admits. */
const MAY: Readonly<Record<AuthClass, readonly string[]>> = {
  none: ['nobody', 'roleless', 'customer', 'seller', 'admin', 'service'],
  optional: ['nobody', 'roleless', 'customer', 'seller', 'admin', 'service'],
  user: ['roleless', 'customer', 'seller', 'admin', 'service'],
  seller: ['seller', 'admin'],
  admin: ['admin'],
};

let gateway: TestGateway;
let people: Record<string, Person | undefined>;
beforeAll(async () => {
  gateway = await startGateway();
  people = {
    nobody: undefined,
    roleless: gateway.person(),
    customer: gateway.person('customer'),
    seller: gateway.person('customer', 'seller'),
    admin: gateway.person('admin'),
    // Only a service itself is one; identity's word is not taken for it.
    service: gateway.person('service'),
  };
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  it('lets in callers with the role, and no others', async () => {
    for (const [name, person] of Object.entries(people)) {
      const before = gateway.services.requested.length;
      const response = await gateway.send(route, { as: person, ...sampleRequest(route) });
      const commands = gateway.services.requested.slice(before).filter(({ method }) => !method.startsWith('auth.'));

      if (MAY[route.auth as AuthClass].includes(name)) {
        expect([name, [401, 403].includes(response.status)]).toEqual([name, false]);
      } else {
        expect([name, response.status, commands.length]).toEqual([name, person ? 403 : 401, 0]);
      }
    }
  });
});
