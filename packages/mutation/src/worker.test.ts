import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '@estampa/stack/paths';
import { eventually } from '@estampa/testing/eventually';
import { expect, it } from 'vitest';

const DIRECTORY = join(LOCAL, 'mutation');
const INTERRUPTED = 130;
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);

it('a run that is interrupted ends its workers, and what they have started', async () => {
  mkdirSync(DIRECTORY, { recursive: true });
  const path = (ending: string) => join(DIRECTORY, `interrupted-${process.pid}${ending}`);
  const [entry, plan, pids] = [path('.test.ts'), path('.plan.json'), path('.pids')];
  writeFileSync(
    plan,
    JSON.stringify({ sources: {}, mutants: [], surveyFile: path('.survey'), progressFile: path('.progress') }),
  );
  writeFileSync(
    entry,
    `import { spawn } from 'node:child_process';
     import { renameSync, writeFileSync } from 'node:fs';
     import { describe, it } from 'vitest';
     describe('a mutant', () => it('that never ends', async () => {
       const started = spawn('sleep', ['600']);
       writeFileSync('${pids}.new', JSON.stringify([process.pid, started.pid]));
       renameSync('${pids}.new', '${pids}');
       await new Promise(() => setInterval(() => undefined, 1_000));
     }));`,
  );
  const run = spawn(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    `import { endOnSignal, onEnd } from '@estampa/testing/test-run-end';
     import { killWorkers, runWorker } from '${join(import.meta.dirname, 'worker.ts')}';
     endOnSignal(process);
     onEnd(killWorkers);
     await runWorker(${JSON.stringify({ entry, plan, progress: path('.progress') })});`,
  ]);
  try {
    const started = await eventually(() => JSON.parse(readFileSync(pids, 'utf8')) as number[]);
    expect(started.every(isRunning)).toBe(true);

    run.kill('SIGINT');
    const [code] = await once(run, 'exit');

    expect(code).toBe(INTERRUPTED);
    await eventually(() => expect(started.filter(isRunning)).toEqual([]));
  } finally {
    run.kill('SIGKILL');
    for (const file of [entry, plan, pids]) rmSync(file, { force: true });
  }
});
