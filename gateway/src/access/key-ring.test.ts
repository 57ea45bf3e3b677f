import { generateKeyPairSync } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { beforeEach, expect, it } from 'vitest';
import type { Clients } from '../clients/clients.ts';
import { createKeyRing, type KeyOf, LISTED_FOR_MS } from './key-ring.ts';

const SECOND_MS = 1_000;

const jwkOf = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  kid,
});

let now: number;
/** The key ids that identity lists, and how often it was queried for them. */
let listed: string[];
let queries: number;
/** Before the response to the query of this number. */
let beforeResponse: (query: number) => Promise<void>;
let keyOf: KeyOf;

beforeEach(() => {
  [now, listed, queries, beforeResponse] = [SECOND_MS, ['a'], 0, async () => undefined];
  const listSigningKeys = async () => {
    const [query, keys] = [(queries += 1), listed.map(jwkOf)];
    await beforeResponse(query);
    return { keys };
  };
  keyOf = createKeyRing({ auth: { listSigningKeys } as unknown as Clients['auth'] }, () => now);
});

const isKnown = async (kid: string) => (await keyOf(kid)) !== undefined;
const tick = () => new Promise(setImmediate);

it('queries for the keys once a minute', async () => {
  expect([await isKnown('a'), await isKnown('a'), queries]).toEqual([true, true, 1]);

  now += LISTED_FOR_MS - 1;
  expect([await isKnown('a'), queries]).toEqual([true, 1]);
  now += 1;
  expect([await isKnown('a'), queries]).toEqual([true, 2]);
});

it('queries for an unknown key, no sooner than a second after the last query', async () => {
  await keyOf('a');
  listed = ['a', 'b'];
  now += SECOND_MS - 100;

  const early = isKnown('b');
  for (let ticks = 0; ticks < 5; ticks += 1) await tick();
  expect(queries).toBe(1);
  expect([await early, queries]).toEqual([true, 2]);
  now += SECOND_MS;
  expect([await isKnown('c'), queries]).toEqual([false, 3]);
});

it('sends one query for all who wait, and another for those who come while it is under way', async () => {
  await keyOf('a');
  const first = Promise.withResolvers<void>();
  beforeResponse = (query) => (query === 2 ? first.promise : Promise.resolve());
  now += SECOND_MS;
  const waiting = ['b', 'c'].map(isKnown);
  await eventually(() => expect(queries).toBe(2));
  listed = ['a', 'b'];
  now += SECOND_MS;

  expect([await isKnown('b'), queries]).toEqual([true, 3]);
  first.resolve();
  await Promise.all(waiting);
  // The older response came last.
  expect([await isKnown('b'), queries]).toEqual([true, 3]);
});
