import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

const rejection = (slots: Slots, callerId: string): string | null => {
  try {
    slots.take(callerId);
    return null;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

describe('slots', () => {
  it('are so many of one caller, and so many of all', () => {
    const slots = new Slots({ ofCaller: 2, ofAll: 3 });

    expect([slots.take('one'), slots.take('one')]).toHaveLength(2);
    expect(rejection(slots, 'one')).toBe('limited');
    expect(rejection(slots, 'other')).toBe(null);
    expect(rejection(slots, 'third')).toBe('busy');
    expect(slots.taken).toBe(3);
  });

  it('are free again once, however often they are disposed', () => {
    const slots = new Slots({ ofCaller: 1, ofAll: 1 });
    const slot = slots.take('one');
    slot[Symbol.dispose]();
    slot[Symbol.dispose]();

    expect([slots.taken, rejection(slots, 'one'), rejection(slots, 'one'), slots.taken]).toEqual([
      0,
      null,
      'limited',
      1,
    ]);
  });

  it('are given to what continues', () => {
    const slots = new Slots({ ofCaller: 1, ofAll: 1 });
    slots.take('one');
    using _ = slots.take('one', { continues: true });

    expect([slots.taken, rejection(slots, 'other')]).toEqual([2, 'busy']);
  });
});
