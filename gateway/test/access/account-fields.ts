import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODIES } from '../account-bodies.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
let everybody: Person;
beforeAll(async () => {
  gateway = await startGateway();
  everybody = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe.each(BODIES)('$method $path', ({ method, path, good, cases }) => {
  it.for(cases)('is given %s', async ([, change, wrong = []]) => {
    const response = await gateway.send({ method, path }, { as: everybody, body: { ...good, ...change } });
    const { errors = [], code } = (response.status === 204 ? {} : await response.json()) as Partial<Rejection>;

    const paths = new Set(errors.map((error) => error.path));
    expect([response.ok, [...paths].toSorted()]).toEqual([wrong.length === 0, wrong]);
    expect([response.status, code]).toEqual(
      wrong.length > 0 ? [400, 'validation_failed'] : [response.status, undefined],
    );
  });
});

describe.each(BODIES)('the cases of $method $path', ({ method, path, cases }) => {
  const inPath = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[\\da-f-]{36}')}$`);
  const { body } = routes.find((route) => route.method === method && inPath(route.path).test(path))!;
  const fields = Object.entries<z.ZodType>((body as z.ZodObject).shape);

  it('know what each field rejects', () => {
    const rejected = new Set(cases.flatMap(([, , wrong = []]) => wrong.map((field) => field.split(/[.[]/)[0])));

    expect(fields.map(([name]) => name).filter((name) => !rejected.has(name))).toEqual([]);
  });

  it('clear each field that can be cleared', () => {
    const cleared = cases.flatMap(([, change, wrong]) => (wrong ? [] : Object.entries(change)));
    const names = new Set(cleared.filter(([, value]) => value === null).map(([name]) => name));
    const clearable = fields.filter(([, schema]) => schema.safeParse(null).success);

    expect(clearable.map(([name]) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});

type Rejection = { code: string; errors: { path: string }[] };
