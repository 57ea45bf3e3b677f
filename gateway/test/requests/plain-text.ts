import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '@estampa/testing/sample-schema';
import type { AnyRoute } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { schemaOf } from '../sample-requests.ts';

/** Opaque: compared, never stored or searched for. */
const SECRETS = new Set(['password', 'currentPassword', 'newPassword', 'token', 'refreshToken']);
const ABOUT_TOKENS = new Set(['auth.listCallers', 'auth.listSigningKeys']);
const UNWANTED = {
  NUL: '\u0000',
  'a C1 control': '\u009b',
  'a mark that reorders': '\u202e',
  'half a character': '\ud800',
};

let gateway: TestGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway();
  admin = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

type Place = 'params' | 'query' | 'body';
type Inputs = Record<Place, unknown>;

const inputsOf = (route: AnyRoute): Inputs => ({
  params: sampleOf(schemaOf(route.params), { all: true }),
  query: sampleOf(schemaOf(route.query), { all: true }),
  body: sampleOf(schemaOf(route.body), { all: true }),
});

const texts = routes.flatMap((route) =>
  textsIn(inputsOf(route)).map((at) => [`${route.method} ${route.path} ${at.join('.')}`, route, at] as const),
);
/** One of each place and name: what is named alike is checked alike, by the type of that field. */
const kinds = [...new Map(texts.map((text) => [`${text[2][0]} ${text[2].slice(-2).join('.')}`, text])).values()];

describe.each(Object.entries(UNWANTED))('%s', (name, character) => {
  // The first shows that every text is checked, the others how.
  const some = name === 'NUL' ? texts : kinds;
  // An address cannot contain a lone surrogate; it arrives as a replacement character, which is valid.
  const reported = character.isWellFormed() ? some : some.filter(([, , at]) => at[0] === 'body');

  it.each(reported)('is rejected in %s', async (_where, route, at) => {
    const before = gateway.services.requested.length;
    const response = await send(
      route,
      withText(inputsOf(route), at, (text) => `${text.slice(0, 1)}${character}${text.slice(1)}`),
    );
    const requested = gateway.services.requested.slice(before).filter(({ method }) => !ABOUT_TOKENS.has(method));

    expect([[400, 404].includes(response.status), requested.length]).toEqual([true, 0]);
  });
});

it('there are texts to check', () => {
  expect(texts.length).toBeGreaterThan(100);
});

describe('a name', () => {
  it.each(['two\nlines', 'a\ttab', 'next\u0085line', 'separated\u2028line'])('is one line: %j', async (name) => {
    const response = await gateway.send(
      { method: 'post', path: '/waitlist' },
      { body: { email: 'a@example.com', name } },
    );

    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ path: 'name', code: 'control_characters' })] }),
    ]);
  });

  it.each(['Zoë O’Neill-Šarić', '山田 太郎', 'نور', '👩‍🎨 Studio'])('may be %s', async (name) => {
    const response = await gateway.send(
      { method: 'post', path: '/waitlist' },
      { body: { email: 'a@example.com', name } },
    );

    expect(response.status).toBe(201);
  });
});

it('a message may have paragraphs', async () => {
  const body = { email: 'a@example.com', name: 'A', message: 'One.\r\n\r\n\tTwo.' };

  expect((await gateway.send({ method: 'post', path: '/waitlist' }, { body })).status).toBe(201);
});

/** Paths of all strings in a request, dictionary keys included: those end in `key of ...`. */
function textsIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value === 'string') return SECRETS.has(at.at(-1) ?? '') ? [] : [[...at]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    ...textsIn(part, [...at, key]),
    ...(key === 'sample' ? [[...at, 'key of', key]] : []),
  ]);
}

function withText(inputs: Inputs, at: readonly string[], change: (text: string) => string): Inputs {
  const copy = structuredClone(inputs);
  const [parentAt, last] = at.at(-2) === 'key of' ? [at.slice(0, -2), at.at(-1)!] : [at.slice(0, -1), at.at(-1)!];
  const parent = parentAt.reduce<Record<string, never>>((part, key) => part[key]!, copy as never) as Record<
    string,
    unknown
  >;
  if (at.at(-2) === 'key of') {
    parent[change(last)] = parent[last];
    delete parent[last];
  } else {
    parent[last] = change(parent[last] as string);
  }
  return copy;
}

function send(route: AnyRoute, { params, query, body }: Inputs): Promise<Response> {
  const named = params as Record<string, string>;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(named[name] ?? ''));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return gateway.send(route, { as: admin, path: search ? `${path}?${search}` : path, ...(route.body && { body }) });
}
