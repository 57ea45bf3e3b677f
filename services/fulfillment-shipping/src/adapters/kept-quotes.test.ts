import { expect, it } from '@jest/globals';
import type { Quote, Trip } from '../domain/shipping-quote.ts';
import { ASKED_PER_MINUTE_MAX, keptQuotes, QUOTES_KEPT_MS } from './kept-quotes.ts';

const MINUTE_MS = 60_000;
const volume = { lengthCm: 30, widthCm: 22, heightCm: 4, weightKg: 0.4 };
const trip = (insuredCents: number, toCep = '20040002'): Trip => ({ toCep, volume, insuredCents });

function counted(answer: () => Promise<readonly Quote[]> = async () => []) {
  const clock = { ms: 0 };
  const asked: Trip[] = [];
  const ask = keptQuotes(
    (one) => {
      asked.push(one);
      return answer();
    },
    () => new Date(clock.ms),
  );
  return { ask, asked, clock };
}

it('asks once for all who want to know the same at one time, and for ten minutes', async () => {
  const { ask, asked, clock } = counted();

  await Promise.all([ask(trip(1)), ask(trip(1, '20040999')), ask(trip(2))]);
  clock.ms = QUOTES_KEPT_MS - 1;
  await ask(trip(1));
  expect(asked).toHaveLength(2);

  clock.ms = QUOTES_KEPT_MS;
  await ask(trip(1));
  expect(asked).toHaveLength(3);
});

it('keeps no failure', async () => {
  let isDown = true;
  const { ask } = counted(async () => {
    if (isDown) throw new Error('down');
    return [];
  });

  await expect(ask(trip(1))).rejects.toThrow('down');
  isDown = false;
  await expect(ask(trip(1))).resolves.toEqual([]);
});

it('asks so often a minute and no more, and goes on serving what it knows', async () => {
  const { ask, asked, clock } = counted();
  for (let price = 0; price < ASKED_PER_MINUTE_MAX; price += 1) await ask(trip(price));

  const details = { retryAfterSeconds: 60 };
  expect(() => ask(trip(-1))).toThrow(expect.objectContaining({ reason: 'too_many_quotes', details }));
  await ask(trip(0));
  expect(asked).toHaveLength(ASKED_PER_MINUTE_MAX);

  clock.ms = MINUTE_MS;
  await ask(trip(-1));
  expect(asked).toHaveLength(ASKED_PER_MINUTE_MAX + 1);
});
