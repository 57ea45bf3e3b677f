import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { endOnSignal, onEnd } from './test-run-end.ts';

it('a run that is interrupted ends what it has started before its process does', async () => {
  const seen: string[] = [];
  const target = Object.assign(new EventEmitter(), { exit: () => target.emit('exited') as never });
  target.once('SIGINT', () => seen.push('left by Vitest'));
  const { promise, resolve } = Promise.withResolvers<void>();
  onEnd(() => promise.then(() => seen.push('ended')));
  endOnSignal(target as never);

  const exited = once(target, 'exited');
  target.emit('SIGINT');
  target.emit('SIGINT');
  resolve();
  await exited;
  target.emit('SIGTERM');

  expect(seen).toEqual(['ended']);
});
