import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { endWhenTold, onEnd } from './test-run-end.ts';

it('a run that is told to stop ends what it has started before its process does', async () => {
  const seen: string[] = [];
  const told = Object.assign(new EventEmitter(), { exit: () => told.emit('exited') as never });
  told.once('SIGINT', () => seen.push('left by Vitest'));
  const { promise, resolve } = Promise.withResolvers<void>();
  onEnd(() => promise.then(() => seen.push('ended')));
  endWhenTold(told as never);

  const exited = once(told, 'exited');
  told.emit('SIGINT');
  told.emit('SIGINT');
  resolve();
  await exited;
  told.emit('SIGTERM');

  expect(seen).toEqual(['ended']);
});
