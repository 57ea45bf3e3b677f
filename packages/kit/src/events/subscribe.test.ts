import { beforeEach, describe, expect, it } from 'vitest';
import { type ReceivedEvent, subscribe } from './subscribe.ts';
import { exclusive, shared } from './state-locks.ts';

let parsed: number;
beforeEach(() => void (parsed = 0));

type Message = { name: string };
const message = {
  fromJSON: (json: unknown): Message => {
    parsed += 1;
    return json as Message;
  },
};
const eventOf = (name: string): ReceivedEvent => ({
  id: name,
  type: 'changed',
  occurredAt: new Date(0),
  payload: JSON.stringify({ name }),
});
const EVENTS = ['a', 'b'].map(eventOf);

describe('a subscription', () => {
  it('of single events applies one after the other, each parsed once', async () => {
    const running: string[] = [];
    const { apply, isBatch, locks } = subscribe(message, {
      locks: ({ name }) => [exclusive(name)],
      apply: async (context: string, { name }, { id }) => {
        running.push(`begin ${name}`);
        await new Promise(setImmediate);
        running.push(`end ${name}`);
        return `${context} ${name} ${id}`;
      },
    });

    expect(EVENTS.flatMap(locks)).toEqual([
      { key: 'a', isShared: false },
      { key: 'b', isShared: false },
    ]);
    expect([isBatch, await apply('by', EVENTS)]).toEqual([false, ['by a a', 'by b b']]);
    expect(running).toEqual(['begin a', 'end a', 'begin b', 'end b']);
    expect(parsed).toBe(2);
  });

  it('of batches applies all at once, with what was queried ahead', async () => {
    const { apply, isBatch, ahead, locks } = subscribe(message, {
      ahead: async (_context: null, received) => received.map(({ message: { name } }) => name),
      applyBatch: async (_context, received, prepared) => [received.map(({ event }) => event.id), prepared],
    });

    const prepared = await ahead!(null, EVENTS);

    expect([isBatch, await apply(null, EVENTS, prepared)]).toEqual([
      true,
      [
        [
          ['a', 'b'],
          ['a', 'b'],
        ],
      ],
    ]);
    expect([parsed, EVENTS.flatMap(locks)]).toEqual([2, []]);
  });

  it('has no more than what is handled', () => {
    const upsertAtOnce = async () => [];

    expect(subscribe(message, { apply: async () => null })).not.toHaveProperty('upsertAtOnce');
    expect(subscribe(message, { applyBatch: async () => null })).not.toHaveProperty('ahead');
    expect(subscribe(message, { apply: async () => null, upsertAtOnce })).toMatchObject({ upsertAtOnce });
  });

  it('fails for a message that cannot be read, before anything is applied', () => {
    const { locks } = subscribe(message, { locks: () => [shared('x')], apply: async () => null });

    expect(() => locks({ ...EVENTS[0]!, payload: '{' })).toThrow(SyntaxError);
  });
});
