import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODIES } from '../account-bodies.ts';
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

type Rejection = { code: string; errors: { path: string }[] };
