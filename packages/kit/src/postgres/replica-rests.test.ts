import { beforeEach, describe, expect, it } from 'vitest';
import { AWAY_REST_MS, BEHIND_REST_MS, type Ending, ReplicaRests } from './replica-rests.ts';

let now: number;
let rests: ReplicaRests;
beforeEach(() => {
  now = 0;
  rests = new ReplicaRests(() => now);
});

const end = (ending: Ending) => rests.begin()!.end(ending);
/** How many of three calls at the same time may read it. */
const readers = () => [rests.begin(), rests.begin(), rests.begin()].filter((attempt) => attempt !== null);

describe('a replica', () => {
  it.each<Ending>(['reached', 'conflict', 'unknown'])('is read by all after an attempt that ended as %s', (ending) => {
    end(ending);

    expect(readers()).toHaveLength(3);
  });

  it.each([
    ['behind', BEHIND_REST_MS],
    ['away', AWAY_REST_MS],
  ] as const)('that was %s rests, and is tried by one call then', (ending, restMs) => {
    end(ending);

    now += restMs - 1;
    expect(readers()).toHaveLength(0);
    now += 1;
    expect(readers()).toHaveLength(1);
  });

  it.each<[Ending, number]>([
    ['reached', 3],
    ['conflict', 3],
    ['unknown', 1],
    ['behind', 0],
    ['away', 0],
  ])('that was away and then %s is read by %i of three calls', (ending, calls) => {
    end('away');
    now += AWAY_REST_MS;

    end(ending);

    expect(readers()).toHaveLength(calls);
  });

  it('rests though a call that began before ends well', () => {
    const before = rests.begin()!;
    end('away');

    before.end('reached');

    expect(readers()).toHaveLength(0);
  });
});
