import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BODIES } from './account-bodies.ts';
import { type Person, startEdge, type TestEdge } from './edge.ts';

let edge: TestEdge;
let everybody: Person;
beforeAll(async () => {
  edge = await startEdge();
  everybody = edge.person('customer', 'seller', 'admin');
});
afterAll(() => edge[Symbol.asyncDispose]());

describe.each(BODIES)('$method $path', ({ method, path, good, cases }) => {
  it.each(cases)('is given %s', async (_what, change, wrong = []) => {
    const response = await edge.send({ method, path }, { as: everybody, body: { ...good, ...change } });
    const { errors = [], code } = (response.status === 204 ? {} : await response.json()) as Partial<Rejection>;

    const paths = new Set(errors.map((error) => error.path));
    expect([response.ok, [...paths].toSorted()]).toEqual([wrong.length === 0, wrong]);
    expect([response.status, code]).toEqual(
      wrong.length > 0 ? [400, 'validation_failed'] : [response.status, undefined],
    );
  });
});

type Rejection = { code: string; errors: { path: string }[] };
