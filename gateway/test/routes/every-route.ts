import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '@estampa/testing/sample-schema';
import type { AnyRoute } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest, schemaOf } from '../sample-requests.ts';

/** Left out of the comparison: calls that requests share, or whose responses are cached. */
const LEFT_OUT = /^auth\.list|\.(get|poll)PageChanges$|CatalogEntr/;

let gateway: TestGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway();
  admin = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

/** An exchange: its status, the service calls it caused, and the failing fields. */
type Outcome = { status: number; requested: unknown[]; failing: string[] };

async function call(route: AnyRoute, path: string, body: unknown): Promise<Outcome> {
  const before = gateway.services.requested.length;
  const response = await gateway.send(route, { as: admin, path, ...(body !== undefined && { body }) });
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false;
  const { errors = [] } = (isProblem ? JSON.parse(text) : {}) as { errors?: { path: string }[] };
  const requested = gateway.services.requested
    .slice(before)
    .filter(({ method }) => !LEFT_OUT.test(method))
    .map(({ method, request }) => [method, request] as const)
    // Those that are requested at once arrive in any order.
    .toSorted(([one], [other]) => one.localeCompare(other));
  return { status: response.status, requested, failing: errors.map(({ path: at }) => at) };
}

const named = (route: AnyRoute) => [`${route.method} ${route.path}`, route] as const;
const withBody = routes.filter(({ body }) => body !== undefined);

const usualOf = async (route: AnyRoute): Promise<Outcome> => {
  const { path, body } = sampleRequest(route);
  return call(route, path, body);
};

describe.each(routes.map(named))('%s', (_name, route) => {
  it('is the same with a final slash, and with parameters and members that it does not know', async () => {
    const { path, body } = sampleRequest(route);
    const [address, query = ''] = path.split('?');
    const usual = await usualOf(route);

    expect(usual.status).not.toBe(404);
    expect(await call(route, `${address}/?${query}`, body)).toEqual(usual);
    // A provider signs all of its address, so that is passed on.
    const strange = route.rawBody ? query : `unknown=1&${query}&unknown=2`;
    expect(await call(route, `${address}?${strange}`, withUnknown(body, schemaOf(route.body)))).toEqual(usual);
  });
});

describe.each(routes.filter(({ method }) => method === 'get').map(named))('HEAD and OPTIONS of %s', (_name, route) => {
  it('respond as GET does, without a body, and with the allowed methods', async () => {
    const { path } = sampleRequest(route);
    const by = (method: string) =>
      fetch(gateway.url + path, { method, headers: { Authorization: `Bearer ${admin.token}` } });
    const [get, head, options] = [await by('GET'), await by('HEAD'), await by('OPTIONS')];
    await get.arrayBuffer();

    const reported = ({ status, headers }: Response) => [
      status,
      headers.get('content-type'),
      headers.get('cache-control'),
    ];
    expect([reported(head), await head.text()]).toEqual([reported(get), '']);
    expect([options.status, await options.text()]).toEqual([204, '']);
    expect(options.headers.get('allow')).toMatch(/\bGET, HEAD\b.*, OPTIONS$/);
  });
});

/** With a member that no schema knows in each object that is no dictionary. */
function withUnknown(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return value.map((one) => withUnknown(one, schema.items ?? {}));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  const known = Object.entries(value).map(([name, one]) => [name, withUnknown(one, schema.properties[name] ?? {})]);
  return { ...Object.fromEntries(known), unknownMember: { of: ['any', 'shape'] } };
}

const membersOf = (route: AnyRoute): [name: string, member: Schema, isRequired: boolean][] => {
  const { properties = {}, required = [] }: Schema = schemaOf(route.body);
  return Object.entries<Schema>(properties).map(([name, member]) => [name, member, required.includes(name)]);
};
/** Other PATCHes are actions, which have no stored fields. */
const isChange = ({ method, name }: AnyRoute): boolean => method === 'patch' && !name.startsWith('mark');
const isNullable = ({ type, anyOf = [], oneOf = [] }: Schema): boolean =>
  type === 'null' || [...anyOf, ...oneOf].some(isNullable);

type Meaning = 'rejected' | 'not sent' | 'cleared';

const meaningOf = (route: AnyRoute, member: Schema, isRequired: boolean): Meaning => {
  if (isChange(route)) return isNullable(member) ? 'cleared' : 'rejected';
  return isRequired ? 'rejected' : 'not sent';
};

async function isMeant(route: AnyRoute, name: string, meaning: Meaning): Promise<boolean> {
  const { path, body } = sampleRequest(route);
  const { [name]: _left, ...without } = body as Record<string, unknown>;
  const said = await call(route, path, { ...without, [name]: null });
  if (meaning === 'rejected') return said.status === 400 && said.requested.length === 0 && said.failing.join() === name;
  const isUnsent = isDeepStrictEqual(said, await call(route, path, without));
  return meaning === 'not sent' ? isUnsent : said.status < 300 && !isUnsent;
}

describe.each(withBody.map(named))('null in a body of %s', (_name, route) => {
  it('is what the contract says: not sent where something is made, cleared where it is changed', async () => {
    for (const [name, member, isRequired] of membersOf(route)) {
      const meaning = meaningOf(route, member, isRequired);
      expect([name, meaning, await isMeant(route, name, meaning)]).toEqual([name, meaning, true]);
    }
  });
});

it('clears all but what no record can be without', () => {
  const stored = withBody
    .filter(isChange)
    .flatMap(membersOf)
    .flatMap(([name, member, isRequired]) => (isNullable(member) || isRequired ? [] : [name]));

  expect([...new Set(stored)].toSorted().join(' ')).toBe(
    'artistRoyaltyPercent baseCostCents displayBehavior displayName inputType isActive isPrimary isResponded key labelPt name ' +
      'packagingDays platformFeePercent priceCents productionDays required sku slug startsAt status storeName storeSlug ' +
      'storeStatus surfaces title value',
  );
});
