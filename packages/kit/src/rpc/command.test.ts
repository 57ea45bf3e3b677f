import { expect, it } from 'vitest';
import { newCall } from './call.ts';
import { addToKey, command, streamedCommand } from './command.ts';

const prepare = () => async () => 1;
const response = (result: number) => ({ result });
const received = { digest: 'of the file', [Symbol.asyncDispose]: async () => undefined };

it.each<[string, Parameters<typeof command<unknown, string, number, object>>[2], boolean, boolean]>([
  ['unless it says otherwise', undefined, true, true],
  ['never', { callsOthers: false }, false, false],
  ['for some requests', { callsOthers: (request) => request === 'one' }, true, false],
])('a command calls others: %s', (_when, preparation, forOne, forOther) => {
  const { callsOthers } = command(prepare, response, preparation);

  expect([callsOthers('one'), callsOthers('other')]).toEqual([forOne, forOther]);
});

it('a command whose request comes in parts may call others', () => {
  expect(streamedCommand(async () => received, prepare, response).callsOthers(undefined as never)).toBe(true);
});

it('a key covers what came in parts', () => {
  const key = { key: 'k', scope: 's', bodyDigest: 'a digest' };
  const digestAfter = (bodyDigest: string, digest: string) => {
    const call = newCall({ requestId: 'r', idempotency: { ...key, bodyDigest } });
    addToKey(call, { ...received, digest });
    expect(call.idempotency).toMatchObject({ key: 'k', scope: 's' });
    return call.idempotency!.bodyDigest;
  };

  expect(digestAfter('a', 'b')).toMatch(/^[\da-f]{64}$/);
  expect(digestAfter('a', 'b')).toBe(digestAfter('a', 'b'));
  expect(new Set([digestAfter('a', 'b'), digestAfter('a', 'c'), digestAfter('c', 'b')]).size).toBe(3);
});

it('a call without a key gets none', () => {
  const call = newCall({ requestId: 'r' });
  addToKey(call, received);

  expect(call.idempotency).toBeNull();
});
