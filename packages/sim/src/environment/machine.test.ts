import { expect, it } from 'vitest';
import { noteUse, watchingMachine, withMachine } from './machine.ts';

it('notes each use of the machine while it is watched, but none of the simulator itself', async () => {
  noteUse('the date');
  const noted = await watchingMachine(async (uses) => {
    noteUse('a timer');
    withMachine(() => noteUse('the clock'));
    await Promise.resolve();
    return [...uses];
  });

  expect(noted).toEqual([expect.stringContaining('a timer of the machine is used')]);
});
