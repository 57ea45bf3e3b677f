import { expect, it } from 'vitest';
import { Digest } from './digest.ts';
import { Random } from '@estampa/stack/random';
import { Scheduler } from './scheduler.ts';
import { SimProcess } from './sim-process.ts';

const BEGINNING = 1_000;
const newScheduler = () => new Scheduler(BEGINNING, new Digest());

it('releases one step at a time, in the order of the clock and then of scheduling', async () => {
  const scheduler = newScheduler();
  const released: string[] = [];
  const add = (label: string, delayMs: number) =>
    scheduler.schedule(delayMs, null, label, async () => {
      released.push(`${label} begins`);
      await Promise.resolve();
      released.push(`${label} ends at ${scheduler.now}`);
    });
  for (const [label, delayMs] of [
    ['third', 20],
    ['first', 10],
    ['second', 10],
    ['never', 31],
  ] as const)
    add(label, delayMs);

  await scheduler.runUntil(BEGINNING + 30);

  expect(released).toEqual([
    'first begins',
    'first ends at 1010',
    'second begins',
    'second ends at 1010',
    'third begins',
    'third ends at 1020',
  ]);
  expect(scheduler.now).toBe(BEGINNING + 30);
});

it('releases nothing that a dead process awaits, and all that it had sent', async () => {
  const scheduler = newScheduler();
  const process = new SimProcess('one', { scheduler, random: new Random(1), skewMs: 0 });
  const released: string[] = [];
  scheduler.schedule(2, process, 'awaited', () => released.push('awaited'));
  scheduler.schedule(2, null, 'sent', () => released.push('sent'));
  scheduler.schedule(1, null, 'crash', () => process.kill());

  await scheduler.runUntil(BEGINNING + 10);

  expect(released).toEqual(['sent']);
});

it('releases what comes to a process that stands still when it goes on, in its order', async () => {
  const scheduler = newScheduler();
  const process = new SimProcess('one', { scheduler, random: new Random(1), skewMs: 0 });
  const released: string[] = [];
  const add = (label: string, delayMs: number, owner: SimProcess | null) =>
    scheduler.schedule(delayMs, owner, label, () => released.push(`${label} at ${scheduler.now - BEGINNING}`));
  add('first', 2, process);
  add('second', 3, process);
  add('sent', 4, null);
  add('fourth', 12, process);
  add('third', 8, process);
  scheduler.schedule(1, null, 'it stands still', () => process.suspend(9));
  scheduler.schedule(1, null, 'for less than before', () => process.suspend(1));

  await scheduler.runUntil(BEGINNING + 5);
  scheduler.leap(10);
  await scheduler.runUntil(BEGINNING + 20);

  expect(released).toEqual(['sent at 4', 'first at 15', 'second at 15', 'third at 15', 'fourth at 15']);
});
