import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type AnyRoute } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest, schemaOf } from '../sample-requests.ts';

let gateway: TestGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway();
  admin = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const takesJson = (route: AnyRoute): route is AnyRoute & { body: z.ZodType } =>
  route.body !== undefined && !route.file && !route.path.startsWith('/webhooks/');
const named = (some: readonly AnyRoute[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);

describe.each(named(routes.filter(takesJson)))('the body of %s', (_name, route) => {
  const send = async (body: string, type = 'application/json') => {
    const response = await fetch(gateway.url + sampleRequest(route).path, {
      method: route.method.toUpperCase(),
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': type },
      body,
    });
    const problem = (await response.json()) as { code: string; errors?: { path: string }[] };
    return { status: response.status, ...problem };
  };

  it('is rejected when it is malformed, or of another type', async () => {
    expect(await send('{"a":')).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(await send('{}', 'text/plain')).toMatchObject({ status: 415 });
  });

  it('is told every field that it lacks at once', async () => {
    const { required = [] } = schemaOf(route.body) as { required?: string[] };
    if (required.length === 0) return;

    const { status, code, errors } = await send('{}');
    expect([status, code]).toEqual([400, 'validation_failed']);
    expect(errors!.map(({ path }) => path)).toEqual(expect.arrayContaining(required));
  });
});

it.each([...new Set(routes.map(({ path }) => path))])(
  'another method at %s is told the possible ones',
  async (path) => {
    const possible = routes.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
    if (possible.includes('PUT')) return;

    const response = await gateway.send({ method: 'put', path });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(possible));
  },
);

it.each(named(routes.filter(({ auth }) => auth !== 'none')))(
  '%s rejects a token that is not ours',
  async (_name, route) => {
    const response = await gateway.send(route, { headers: { Authorization: 'Bearer a.b.c' } });

    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer/),
    ]);
  },
);
