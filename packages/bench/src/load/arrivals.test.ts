import { Random } from '@estampa/stack/random';
import { expect, it } from 'vitest';
import { AT_ONCE_MAX, chooser, type Kind, receive } from './arrivals.ts';
import { Connection } from './connection.ts';
import { Timings } from './timings.ts';

const NOWHERE = 'http://127.0.0.1:1';

/** Receives visits until `enough` of them have begun. */
async function visits(kinds: readonly Kind[], enough: number, perSecond: number) {
  const [timings, abort] = [new Timings(), new AbortController()];
  let begun = 0;
  const counted = kinds.map((kind): Kind => ({
    ...kind,
    visit: async (visit) => {
      begun += 1;
      if (begun === enough) abort.abort();
      if (begun <= enough) await kind.visit(visit);
    },
  }));
  const { signal } = abort;
  const sentAway = await receive({ url: NOWHERE, kinds: counted, perSecond, random: new Random(1), timings, signal });
  return { timings, sentAway };
}

it('kinds come about as often as their weights say', async () => {
  const kind = (name: string, weight: number): Kind => ({ name, weight, visit: async () => undefined });
  const timings = new Timings();
  const visit = chooser([kind('often', 9), kind('never', 0), kind('seldom', 1)], new Random(1), timings);
  for (let count = 0; count < 2_000; count += 1) await visit(new Connection(NOWHERE));

  const timesOf = (name: string) => timings.kinds.get(name)?.points.length ?? 0;
  expect(timesOf('seldom') / 2_000).toBeCloseTo(0.1, 1);
  expect(timesOf('often') + timesOf('seldom')).toBe(2_000);
});

it('visits are numbered within their kind', async () => {
  const numbers: number[] = [];
  const kinds: Kind[] = [
    { name: 'one', weight: 1, visit: async ({ number }) => void numbers.push(number) },
    { name: 'other', weight: 1, visit: async () => undefined },
  ];
  await visits(kinds, 20, 1_000);

  expect(numbers).toEqual(numbers.map((_, index) => index));
});

it('failures are counted with the first reason, and have no time', async () => {
  const fails: Kind = {
    name: 'fails',
    weight: 1,
    visit: ({ number }) => Promise.reject(new Error(`reason ${number}`)),
  };
  const { timings } = await visits([fails], 3, 1_000);

  const { points, errors, firstError } = timings.kinds.get('fails')!;
  expect(points.length + errors).toBeGreaterThanOrEqual(3);
  expect([errors, firstError]).toEqual([3, 'reason 0']);
});

it('who comes while too many are under way is sent away, and the others wait in their times', async () => {
  const [timings, abort] = [new Timings(), new AbortController()];
  let [underWay, most] = [0, 0];
  const slow: Kind = {
    name: 'slow',
    weight: 1,
    async visit() {
      underWay += 1;
      most = Math.max(most, underWay);
      if (underWay === AT_ONCE_MAX) setTimeout(() => abort.abort(), 5);
      await new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()));
    },
  };
  const sentAway = await receive({
    url: NOWHERE,
    kinds: [slow],
    perSecond: 1_000_000,
    random: new Random(1),
    timings,
    signal: abort.signal,
  });

  expect(most).toBe(AT_ONCE_MAX);
  expect(sentAway).toBeGreaterThan(0);
  expect(timings.kinds.get('slow')!.points.length).toBe(AT_ONCE_MAX);
});
