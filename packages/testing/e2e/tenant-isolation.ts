import type { ServiceView } from '../src/service-view.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXCHANGES_FILE } from '../src/exchanges-file.ts';
import { sampleOf } from '../src/sample-schema.ts';
import { documentOf, type Operation, operationsOf } from './operations.ts';
import type { Shop } from './shop.ts';
import { type RoleName, ROLES, setStage, type Stage } from './tenant-stage.ts';

const DEADLINE_MS = 120_000;
const LAST_SLOT = 5;

/** Whether a request was unauthenticated, forbidden, or let in, whatever its outcome then. */
type Access = 'who are you' | 'not yours' | 'come in';

/** What the route table declares. */
function declaredAccess({ auth, owner }: Operation, role: RoleName): Access {
  if (auth === 'none' || auth === 'optional') return 'come in';
  if (role === 'anonymous') return 'who are you';
  if (role === 'admin') return 'come in';
  if (auth === 'admin') return 'not yours';
  if (owner !== 'nobody') return role === 'owner' ? 'come in' : 'not yours';
  return auth === 'seller' && role === 'customer' ? 'not yours' : 'come in';
}

/**
 * Whose path or declaration names a record, and each whose exchanges become examples. What else there is to say of roles is tried on
 * every route by the gateway's own tests.
 */
const isTried = ({ path, owner }: Operation): boolean =>
  path.includes('{') || owner !== 'nobody' || EXCHANGES_FILE !== undefined;

/** Requests every route of records as every role, for those that belong to one of them. */
export function describeTenantIsolation(shop: () => Shop & { sandboxUrl: string }, payouts: () => ServiceView): void {
  describe('records with an owner', () => {
    let stage: Stage;
    let operations: Operation[];
    beforeAll(async () => {
      stage = await setStage(shop(), payouts());
      operations = operationsOf(await documentOf(shop().api));
    }, DEADLINE_MS);

    it(
      'are accessible as the route table declares',
      async () => {
        const inOrder = operations.filter(isTried).toSorted((one, other) => slotOf(one) - slotOf(other));
        const rows: [string, RoleName, string][] = [];
        for (const operation of inOrder) {
          for (const role of ROLES) rows.push([operation.name, role, await accessOf(stage, operation, role)]);
        }

        const declared = inOrder.flatMap((operation) =>
          ROLES.map((role) => [operation.name, role, declaredAccess(operation, role)]),
        );
        expect(rows).toEqual(declared);
      },
      DEADLINE_MS,
    );
  });
}

/** What takes away what others need comes last. */
const slotOf = ({ method, path }: Operation): number => {
  if (method === 'GET') return 0;
  if (path === '/auth/logout') return LAST_SLOT;
  if (path.startsWith('/profiles/')) return LAST_SLOT - 1;
  if (path.startsWith('/seller-products/admin/')) return LAST_SLOT - 2;
  return method === 'DELETE' ? 2 : 1;
};

async function accessOf(stage: Stage, operation: Operation, role: RoleName): Promise<string> {
  const { method, path, auth, owner } = operation;
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => stage.named(path, name)) + queryOf(operation);
  const response = await stage.as(role, owner).send(method, address, bodyOf(stage, operation));
  if (response.status === 401 && auth !== 'none') return 'who are you';
  if (response.status === 403) return 'not yours';
  const text = await response.text();
  if ((response.status >= 500 && response.status !== 503) || text.includes('"validation_failed"'))
    return `cannot be sampled: ${text.slice(0, 300)}`;
  // What a stage lacks would hide who may see it.
  if (response.status === 404 && method === 'GET' && path.includes('{')) return `finds nothing at ${address}`;
  return 'come in';
}

function queryOf({ parameters }: Operation): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const values = required.map(({ name, schema }): [string, string] => [name, String(sampleOf(schema))]);
  return values.length > 0 ? `?${new URLSearchParams(values).toString()}` : '';
}

function bodyOf({ known }: Stage, { body, takesForm }: Operation): object | undefined {
  if (!takesForm) return body && (sampleOf(body, { known }) as object);
  const form = new FormData();
  form.append('file', new Blob(['no image'], { type: 'image/png' }), 'photo.png');
  return form;
}
