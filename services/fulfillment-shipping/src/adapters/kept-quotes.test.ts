import { expect, it } from 'vitest';
import type { Quote, Trip } from '../domain/shipping-quote.ts';
import { ASKED_PER_MINUTE_MAX, keptQuotes, type QuotePurpose, QUOTES_KEPT_MS } from './kept-quotes.ts';

const MINUTE_MS = 60_000;
const volume = { lengthCm: 30, widthCm: 22, heightCm: 4, weightKg: 0.4 };
const trip = (insuredCents: number, toCep = '20040002'): Trip => ({ toCep, volume, insuredCents });

function counted(answer: () => Promise<readonly Quote[]> = async () => []) {
  const clock = { ms: 0 };
  const asked: Trip[] = [];
  const keep = keptQuotes(
    (one) => {
      asked.push(one);
      return answer();
    },
    () => new Date(clock.ms),
  );
  const ask = (one: Trip, purpose: QuotePurpose = 'looking') => keep(one, purpose);
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

it('asks so often a minute and no more, keeps some of it for orders, and goes on serving what it knows', async () => {
  const { ask, asked, clock } = counted();
  const { looking, checkout } = ASKED_PER_MINUTE_MAX;
  const tooMany = { reason: 'too_many_quotes', details: { retryAfterSeconds: 60 } };
  for (let price = 0; price < looking; price += 1) await ask(trip(price));

  expect(() => ask(trip(-1))).toThrow(expect.objectContaining(tooMany));
  for (let price = looking; price < checkout; price += 1) await ask(trip(price), 'checkout');
  expect(() => ask(trip(-1), 'checkout')).toThrow(expect.objectContaining(tooMany));
  await ask(trip(0));
  expect(asked).toHaveLength(checkout);

  clock.ms = MINUTE_MS;
  await ask(trip(-1));
  expect(asked).toHaveLength(checkout + 1);
});
