import { DomainError } from '@estampa/kernel/errors';
import { ThreadEnded } from '@estampa/media-render/adapters/thread-ended';
import { expect, it } from 'vitest';
import { meaningOf } from './requests.ts';
import { CallLost } from './world.ts';

const rejection = (kind: 'busy' | 'conflict' | 'forbidden' | 'unavailable' | 'wrong_state') =>
  new DomainError(kind, kind, 'It is so');

it.each<[what: string, error: unknown, meaning: ReturnType<typeof meaningOf>]>([
  ['a lost response', new CallLost('no response'), 'undecided'],
  ['a picture that ended its thread twice', new ThreadEnded('the thread has ended'), 'undecided'],
  ['too much to do', rejection('busy'), 'undecided'],
  ['something that is away', rejection('unavailable'), 'undecided'],
  ['another request with the key', rejection('conflict'), 'undecided'],
  ['a rejection for good', rejection('wrong_state'), 'decided'],
  ['a missing right', rejection('forbidden'), 'decided'],
  ['any other internal error', new Error('undefined is not a function'), 'wrong'],
])('%s', (_what, error, meaning) => {
  expect(meaningOf(error)).toBe(meaning);
});
