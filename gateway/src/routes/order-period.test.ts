import { expect, it } from 'vitest';
import { z } from 'zod';
import { changesQuery, changesSince, orderPeriod, periodQuery } from './order-period.ts';

const Query = z.object(periodQuery);

const period = (query: Record<string, string>) => {
  const { createdFrom, createdBefore } = orderPeriod(Query.parse(query));
  return [createdFrom?.toISOString(), createdBefore?.toISOString()];
};

it.each([
  [{}, undefined, undefined],
  [{ created_at: '2026-11-21' }, '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
  [{ created_from: '2026-11-21' }, '2026-11-21T03:00:00.000Z', undefined],
  [{ created_to: '2026-11-30' }, undefined, '2026-12-01T03:00:00.000Z'],
  [{ created_to: '2026-11-21T10:00:00Z' }, undefined, '2026-11-21T10:00:00.001Z'],
  [{ created_from: '2026-11-21T10:00:00+02:00' }, '2026-11-21T08:00:00.000Z', undefined],
  [{ created_from: '2026-11-21T10:00:00 02:00' }, '2026-11-21T08:00:00.000Z', undefined],
  [{ created_from: '2026-11-21T10:00:00' }, '2026-11-21T13:00:00.000Z', undefined],
  [
    { created_at: '2026-11-21', created_from: '2026-11-21T12:00:00Z' },
    '2026-11-21T12:00:00.000Z',
    '2026-11-22T03:00:00.000Z',
  ],
  // Summer time was in force until 2019.
  [{ created_at: '2018-12-01' }, '2018-12-01T02:00:00.000Z', '2018-12-02T02:00:00.000Z'],
])('reads %j', (query, from, before) => {
  expect(period(query as Record<string, string>)).toEqual([from, before]);
});

it.each([
  { created_at: '2026-13-01' },
  { created_at: '2026-11-21T10:00:00Z' },
  { created_from: 'yesterday' },
  { created_to: '2026-02-30' },
])('rejects %j', (query) => {
  expect(Query.safeParse(query).success).toBe(false);
});

it.each([
  [{}, undefined],
  [{ updated_since: '2026-11-21' }, '2026-11-21T03:00:00.000Z'],
  [{ updated_since: '2026-11-21T10:00:00.123Z' }, '2026-11-21T10:00:00.123Z'],
])('reads from when on changes are wanted in %j', (query, since) => {
  expect(changesSince(z.object(changesQuery).parse(query))?.toISOString()).toBe(since);
});
