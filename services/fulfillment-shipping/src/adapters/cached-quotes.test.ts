import { expect, it } from 'vitest';
import type { Quote, Trip } from '../domain/shipping-quote.ts';
import { REQUESTS_PER_MINUTE_MAX, cachedQuotes, type QuotePurpose, QUOTES_CACHED_MS } from './cached-quotes.ts';

const MINUTE_MS = 60_000;
const volume = { lengthCm: 30, widthCm: 22, heightCm: 4, weightKg: 0.4 };
const trip = (insuredCents: number, toCep = '20040002'): Trip => ({ toCep, volume, insuredCents });

function counted(response: () => Promise<readonly Quote[]> = async () => []) {
  const clock = { ms: 0 };
  const requested: Trip[] = [];
  const cache = cachedQuotes(
    (one) => {
      requested.push(one);
      return response();
    },
    () => new Date(clock.ms),
  );
  const request = (one: Trip, purpose: QuotePurpose = 'checking') => cache(one, purpose);
  return { request, requested, clock };
}

it('sends one request for all who need the same quote at one time, and for ten minutes', async () => {
  const { request, requested, clock } = counted();

  await Promise.all([request(trip(1)), request(trip(1, '20040999')), request(trip(2))]);
  clock.ms = QUOTES_CACHED_MS - 1;
  await request(trip(1));
  expect(requested).toHaveLength(2);

  clock.ms = QUOTES_CACHED_MS;
  await request(trip(1));
  expect(requested).toHaveLength(3);
});

it('caches no failure', async () => {
  let isDown = true;
  const { request } = counted(async () => {
    if (isDown) throw new Error('down');
    return [];
  });

  await expect(request(trip(1))).rejects.toThrow('down');
  isDown = false;
  await expect(request(trip(1))).resolves.toEqual([]);
});

it('sends no more than so many requests a minute, reserves some of them for orders, and goes on serving what it knows', async () => {
  const { request, requested, clock } = counted();
  const { checking, checkout } = REQUESTS_PER_MINUTE_MAX;
  const tooMany = { reason: 'too_many_quotes', details: { retryAfterSeconds: 60 } };
  for (let price = 0; price < checking; price += 1) await request(trip(price));

  expect(() => request(trip(-1))).toThrow(expect.objectContaining(tooMany));
  for (let price = checking; price < checkout; price += 1) await request(trip(price), 'checkout');
  expect(() => request(trip(-1), 'checkout')).toThrow(expect.objectContaining(tooMany));
  await request(trip(0));
  expect(requested).toHaveLength(checkout);

  clock.ms = MINUTE_MS;
  await request(trip(-1));
  expect(requested).toHaveLength(checkout + 1);
});
