import { describe, expect, it } from 'vitest';
import { type Job, nextSlot, type Room } from './fair-queue.ts';

const ROOM: Room = { bytesMax: 100, atOnceMax: 3, perOwnerMax: 2 };

/** `a60` is work of owner a that takes 60 bytes. */
const jobs = (text: string): Job[] =>
  text.split(' ').flatMap((word) => (word === '' ? [] : { owner: word[0]!, bytes: Number(word.slice(1)) }));
const nameOf = (job: Job | null) => job && `${job.owner}${job.bytes}`;

describe('the next slot', () => {
  it.each([
    ['is nobody’s where nobody waits', '', '', {}, null],
    ['is the oldest’s where nobody has had one', '', 'b1 a1', {}, 'b1'],
    ['is the owner’s whose last is longest ago', '', 'a1 b1 c1', { a: 3, b: 1, c: 2 }, 'b1'],
    ['is that of who has had none, before all others', 'a1', 'a2 a3 b1', { a: 1 }, 'b1'],
    ['takes what its owner has waited for longest', '', 'a5 a1', { a: 1 }, 'a5'],
    ['passes who has as many as may be', 'a1 a1', 'a1 b1', { b: 9 }, 'b1'],
    ['passes the second heavy work of an owner for its light', 'a51', 'a51 a49', { a: 1 }, 'a49'],
    ['takes half of the memory as light', 'a51', 'a50', { a: 1 }, null],
    ['lets another owner be heavy as soon as there is room', 'a49', 'a51 b51', { a: 1 }, 'b51'],
    ['fills the memory to the last byte', 'a60', 'b40', {}, 'b40'],
    ['waits for room rather than let the light overtake', 'a60', 'b41 c1', {}, null],
    ['waits for an end where as many go on as may be', 'a1 b1 c1', 'd1', {}, null],
  ] as const)('%s', (_what, running, waiting, slots, expected) => {
    const queue = { running: jobs(running), waiting: jobs(waiting), lastSlots: new Map(Object.entries(slots)) };

    expect(nameOf(nextSlot(queue, ROOM))).toBe(expected);
  });

  it('of five heavy pieces of one owner lets another be second', () => {
    const waiting = jobs('a100 a100 a100 a100 a100 b100');
    const lastSlots = new Map<string, number>();
    const begun: string[] = [];
    for (let slot = 1; waiting.length > 0; slot += 1) {
      const next = nextSlot({ running: [], waiting, lastSlots }, ROOM)!;
      waiting.splice(waiting.indexOf(next), 1);
      lastSlots.set(next.owner, slot);
      begun.push(next.owner);
    }

    expect(begun.join('')).toBe('abaaaa');
  });
});
