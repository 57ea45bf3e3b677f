import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from './delivery/delivery.ts';
import { openStore } from './store.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const aDelivery = (id: string, status: Delivery['status'] = 'queued'): Delivery => ({
  id,
  account: 'asaas',
  event: 'PAYMENT_CREATED',
  subjectId: 'pay_1',
  reference: null,
  body: '{}',
  status,
  copies: 1,
  attempts: [],
  createdAt: '2026-11-21T12:00:00.000Z',
});
const journal = () => join(directory, 'journal.jsonl');

it('finds everything again, oldest first, as it was last put', () => {
  const { deliveries } = openStore(directory);
  ['a', 'b', 'c'].forEach((id) => deliveries.put(aDelivery(id)));
  deliveries.put(aDelivery('a', 'delivered'));
  deliveries.remove('b');

  const again = openStore(directory).deliveries.all();

  expect(again.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'delivered'],
    ['c', 'queued'],
  ]);
});

it('ignores a line that was cut off by a crash and goes on writing well-formed ones', () => {
  openStore(directory).deliveries.put(aDelivery('a'));
  appendFileSync(journal(), '["deliveries","b",{"id":"b"');

  openStore(directory).deliveries.put(aDelivery('c'));

  expect(openStore(directory).deliveries.all()).toHaveLength(2);
  expect(readFileSync(journal(), 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

it('is empty after clearing, also after a restart', () => {
  const store = openStore(directory);
  store.deliveries.put(aDelivery('a'));
  store.clear();

  expect([store.deliveries.size, openStore(directory).deliveries.size]).toEqual([0, 0]);
});

it('finds records by name, and lets the oldest make room', () => {
  const store = openStore(directory, 2);
  const aPreference = (id: string, externalReference: string | null) =>
    store.preferences.put({
      id,
      externalReference,
      title: 'Pedido 1',
      amountCents: 100,
      returnUrl: null,
      expired: false,
      createdAt: '2026-11-21T12:00:00.000Z',
    });
  ['a', 'b', 'c'].forEach((id) => aPreference(id, 'order-1:1'));
  aPreference('c', 'order-1:1');

  const idsIn = ({ preferences }: typeof store) => preferences.named('order-1:1').map(({ id }) => id);

  expect(idsIn(store)).toEqual(['b', 'c']);
  expect(idsIn(openStore(directory, 2))).toEqual(['b', 'c']);
  expect(store.preferences.named('nobody')).toEqual([]);
  expect(store.preferences.newest()?.id).toBe('c');
});
