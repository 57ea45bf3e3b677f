import { describe, expect, it } from 'vitest';
import { ApiProblem, ApiUnreachable } from './problem.ts';
import { pauseBeforeNext, TRIES_MAX } from './retries.ts';

const problem = (status: number, code = 'a_code', headers: Record<string, string> = {}) =>
  new ApiProblem('anOperation', { status, headers: new Headers(headers) }, { code });
const unreachable = new ApiUnreachable('anOperation', new Error('reset'));
const random = () => 1;

describe('before the next try, there is a pause of', () => {
  it.each<[string, unknown, number, boolean, number | null]>([
    ['no answer, repeatable', unreachable, 1, true, 200],
    ['no answer again', unreachable, 2, true, 400],
    ['no answer at the last try', unreachable, TRIES_MAX, true, null],
    ['no answer, not repeatable', unreachable, 1, false, null],
    ['too many requests', problem(429), 1, false, 200],
    ['too many requests, come later', problem(429, 'a_code', { 'Retry-After': '7' }), 1, false, 7_000],
    ['unavailable', problem(503), 1, true, 200],
    ['unavailable, come later', problem(503, 'not_ready', { 'Retry-After': '2' }), 1, true, 2_000],
    ['unavailable, not repeatable', problem(503), 1, false, null],
    ['the key at work, after a lost answer', problem(409, 'idempotency_key_in_use'), 2, true, 400],
    ['the key in use, by another caller', problem(409, 'idempotency_key_in_use'), 1, true, null],
    ['a conflict', problem(409, 'conflict'), 2, true, null],
    ['a failure inside', problem(500), 1, true, null],
    ['a wrong input', problem(400), 1, true, null],
    ['a time that is over', new DOMException('over', 'TimeoutError'), 1, true, null],
  ])('%s', (_what, error, tries, repeatable, pauseMs) => {
    expect(pauseBeforeNext(error, { tries, repeatable, random })).toBe(pauseMs);
  });

  it('half of it to all of it, so that many do not come at one instant', () => {
    expect(pauseBeforeNext(unreachable, { tries: 1, repeatable: true, random: () => 0 })).toBe(100);
  });
});
