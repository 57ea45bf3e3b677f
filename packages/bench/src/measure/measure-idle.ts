import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStack } from '../stack/bench-stack.ts';
import type { Idle } from './measure-case.ts';
import { processorTime } from './processor-time.ts';
import type { StatementCounter } from './statements.ts';

/** Jobs and heartbeats go on without requests; what they use is not counted as anybody's request. */
export async function measureIdle({ pids }: BenchStack, counter: StatementCounter, seconds: number): Promise<Idle> {
  await counter.reset();
  const before = processorTime(pids);
  await sleep(seconds * 1_000);
  const after = processorTime(pids);
  const statements = await counter.read();
  return {
    processor: new Map(
      [...after].map(([name, time]) => [name, name === 'client' ? 0 : (time - before.get(name)!) / seconds]),
    ),
    statements: new Map(
      [...statements].map(([name, counts]) => [
        name,
        { statements: counts.statements / seconds, transactions: counts.transactions / seconds },
      ]),
    ),
  };
}
