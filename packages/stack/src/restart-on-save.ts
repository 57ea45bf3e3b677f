import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateContracts } from './commands/gen.ts';
import type { Marketplace } from './marketplace.ts';
import { REPOSITORY } from './paths.ts';
import { affectedProcesses, isContract } from './processes/affected-processes.ts';
import { seconds } from './terminal.ts';
import type { ProcessName } from './topology.ts';

const WATCHED = ['services', 'gateway', 'packages', 'proto'];
/** An editor's save is several changes, and a checkout of another branch many. */
const SETTLE_MS = 200;

/** Restarts the processes that run a saved file, and no others; prints a line for each. */
export function restartOnSave(
  { processes }: Pick<Marketplace, 'processes'>,
  report: (line: string) => void,
): Disposable {
  let changed = new Set<string>();
  let isBusy = false;
  let hasEnded = false;

  const run = async () => {
    if (isBusy) return;
    isBusy = true;
    for (await sleep(SETTLE_MS); changed.size > 0; await sleep(SETTLE_MS)) {
      const paths = [...changed];
      changed = new Set();
      await apply(paths).catch((error: Error) => report(`${error.message}\nWaiting for the next change.`));
    }
    isBusy = false;
  };
  const apply = async (paths: readonly string[]) => {
    if (paths.some(isContract)) await generateContracts();
    const names = [...new Set(paths.flatMap(affectedProcesses))].filter((name) => processes[name]);
    for (const name of names) await restart(name, paths.find((path) => affectedProcesses(path).includes(name)) ?? '');
  };
  const restart = async (name: ProcessName, path: string) => {
    if (hasEnded) return;
    const running = processes[name];
    await running.restart().then(
      () => report(`${name} restarted in ${seconds(running.startMs)}: ${path} changed.`),
      (error: Error) => report(`${error.message}\n${name} is down. Waiting for the next change.`),
    );
  };
  const watchers = WATCHED.map((folder) =>
    watch(join(REPOSITORY, folder), { recursive: true }, (_event, file) => {
      const path = `${folder}/${file?.replaceAll('\\', '/') ?? ''}`;
      if (affectedProcesses(path).length === 0) return;
      changed.add(path);
      void run();
    }),
  );
  return {
    [Symbol.dispose]() {
      hasEnded = true;
      for (const watcher of watchers) watcher.close();
    },
  };
}
