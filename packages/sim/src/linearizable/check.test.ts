import { describe, expect, it } from 'vitest';
import { checkLinearizable, type Model, type Operation, type Verdict } from './check.ts';
import { IDEMPOTENCY_KEY, LEASE, type LeaseInput, type Outcome, VERSION, type VersionInput } from './models.ts';

/** A register that anybody reads and writes: its histories are those of the literature. */
const REGISTER: Model<number, number | 'read', number> = {
  initial: 0,
  next(value, input, output) {
    if (input !== 'read') return input;
    return output === null || output === value ? value : null;
  },
  keyOf: String,
};

const op = <I, O>(calledAt: number, respondedAt: number, input: I, output: O | null): Operation<I, O> => ({
  input,
  output,
  calledAt,
  respondedAt,
});
const write = (from: number, to: number, value: number) => op<number | 'read', number>(from, to, value, value);
const lostWrite = (from: number, value: number) => op<number | 'read', number>(from, Infinity, value, null);
const read = (from: number, to: number, value: number) => op<number | 'read', number>(from, to, 'read', value);

describe('a register', () => {
  it.each<[string, Operation<number | 'read', number>[], Verdict]>([
    ['nothing', [], 'linearizable'],
    ['reads what was written', [write(0, 1, 1), read(2, 3, 1)], 'linearizable'],
    ['reads what was there before', [write(0, 1, 1), read(2, 3, 0)], 'not linearizable'],
    ['reads either while it is written', [write(0, 9, 1), read(1, 2, 0), read(3, 4, 1)], 'linearizable'],
    ['reads the new and then the old', [write(0, 9, 1), read(1, 2, 1), read(3, 4, 0)], 'not linearizable'],
    ['reads both while both overlap', [write(0, 9, 1), read(1, 5, 1), read(2, 4, 0)], 'linearizable'],
    ['reads what was never written', [write(0, 1, 1), read(2, 3, 2)], 'not linearizable'],
    ['two overlapping writes in either order', [write(0, 5, 1), write(1, 4, 2), read(6, 7, 1)], 'linearizable'],
    ['a lost write that was done', [lostWrite(0, 1), read(5, 6, 1)], 'linearizable'],
    ['a lost write that was not done', [lostWrite(0, 1), read(5, 6, 0)], 'linearizable'],
    ['a lost write that is done late', [lostWrite(0, 1), read(5, 6, 0), read(7, 8, 1)], 'linearizable'],
    ['a lost write that is undone', [lostWrite(0, 1), read(5, 6, 1), read(7, 8, 0)], 'not linearizable'],
    ['touching operations overlap', [write(0, 1, 1), read(1, 2, 0)], 'linearizable'],
  ])('%s', (_name, operations, verdict) => {
    expect(checkLinearizable(REGISTER, operations)).toBe(verdict);
    expect(checkLinearizable(REGISTER, operations.toReversed())).toBe(verdict);
  });

  it('is not decided beyond so many states', () => {
    const operations = [...Array.from({ length: 8 }, (_none, value) => write(0, 9, value)), read(10, 11, 99)];

    expect(checkLinearizable(REGISTER, operations)).toBe('not linearizable');
    const states = 8 * 2 ** 7 + 1;
    expect(checkLinearizable(REGISTER, operations, states)).toBe('not linearizable');
    expect(checkLinearizable(REGISTER, operations, states - 1)).toBe('undecided');
  });
});

describe('an idempotency key', () => {
  const request = (from: number, to: number, output: Outcome | 'again' | null) =>
    op<null, Outcome | 'again'>(from, to, null, output);
  const a = { made: 'a' };
  const b = { made: 'b' };
  const no = { rejected: 'refund_too_large' };

  it.each<[string, Operation<null, Outcome | 'again'>[], Verdict]>([
    ['makes one thing however often', [request(0, 5, a), request(1, 4, a), request(6, 7, a)], 'linearizable'],
    ['makes two things', [request(0, 5, a), request(6, 7, b)], 'not linearizable'],
    ['makes two things at once', [request(0, 5, a), request(1, 4, b)], 'not linearizable'],
    [
      'is tried again until it decides',
      [request(0, 1, 'again'), request(2, 3, a), request(4, 5, 'again')],
      'linearizable',
    ],
    ['is lost and done', [request(0, Infinity, null), request(2, 3, a)], 'linearizable'],
    ['rejects after it made something', [request(0, 1, a), request(2, 3, no)], 'not linearizable'],
    ['makes something after it rejected', [request(0, 1, no), request(2, 3, a)], 'not linearizable'],
    ['rejects always', [request(0, 1, no), request(2, 3, no)], 'linearizable'],
  ])('%s', (_name, operations, verdict) => {
    expect(checkLinearizable(IDEMPOTENCY_KEY, operations)).toBe(verdict);
  });
});

describe('a lease', () => {
  const take = (at: number, owner: string) => op<LeaseInput, true>(at, at, { owner, action: 'take' }, true);
  const leave = (at: number, owner: string) => op<LeaseInput, true>(at, at, { owner, action: 'leave' }, true);

  it.each<[string, Operation<LeaseInput, true>[], Verdict]>([
    ['one after the other', [take(0, 'a'), leave(1, 'a'), take(2, 'b'), leave(3, 'b')], 'linearizable'],
    ['never left', [take(0, 'a')], 'linearizable'],
    ['two at once', [take(0, 'a'), take(1, 'b'), leave(2, 'a'), leave(3, 'b')], 'not linearizable'],
    ['left by another', [take(0, 'a'), leave(1, 'b')], 'not linearizable'],
    ['taken twice by one', [take(0, 'a'), take(1, 'a')], 'not linearizable'],
  ])('%s', (_name, operations, verdict) => {
    expect(checkLinearizable(LEASE, operations)).toBe(verdict);
  });
});

describe('a replicated version', () => {
  const wrote = (from: number, to: number, version: number) =>
    op<VersionInput, number>(from, to, { action: 'write' }, version);
  const reads = (from: number, to: number, version: number) =>
    op<VersionInput, number>(from, to, { action: 'read' }, version);

  it.each<[string, Operation<VersionInput, number>[], Verdict]>([
    ['shows what has settled', [wrote(0, 1, 3), reads(2, 3, 3)], 'linearizable'],
    ['shows what came after it', [wrote(0, 1, 3), reads(2, 3, 5)], 'linearizable'],
    ['does not show what has settled', [wrote(0, 1, 3), reads(2, 3, 2)], 'not linearizable'],
    ['need not show what settles meanwhile', [wrote(0, 9, 3), reads(2, 3, 2)], 'linearizable'],
    ['goes back', [reads(0, 1, 3), reads(2, 3, 2)], 'not linearizable'],
    ['settles in another order', [wrote(0, 9, 4), wrote(1, 2, 3), reads(3, 4, 3), reads(10, 11, 4)], 'linearizable'],
  ])('%s', (_name, operations, verdict) => {
    expect(checkLinearizable(VERSION, operations)).toBe(verdict);
  });
});
