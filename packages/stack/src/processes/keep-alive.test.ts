import { describe, expect, it } from 'vitest';
import { keepAlive } from './keep-alive.ts';
import type { ManagedProcess } from './managed-process.ts';

describe('keepAlive', () => {
  it('reports a death, retries after a failed restart, and ends once the process is no longer wanted', async () => {
    const reported: string[] = [];
    let attempts = 0;
    const restart = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('the port is taken');
    };

    await keepAlive({
      name: 'catalog',
      current: () => dead,
      restart,
      isWanted: () => attempts < 2,
      report: (message) => reported.push(message),
    });

    expect(reported.map((message) => message.split('\n')[0])).toEqual([
      'catalog died (killed by SIGKILL). The end of its log:',
      'the port is taken',
      'catalog died (killed by SIGKILL). The end of its log:',
      'catalog runs again.',
    ]);
  });
});

const dead: ManagedProcess = {
  name: 'catalog',
  pid: 1,
  exited: Promise.resolve('killed by SIGKILL'),
  running: () => false,
  kill: async () => {},
  stop: async () => {},
  release: () => {},
  log: () => 'out of luck',
};
