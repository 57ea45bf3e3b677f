import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Another process of the kit that hangs (SIGSTOP) in a transaction, where it has taken a lock and run a statement. */
export async function hangingReplica(databaseUrl: string, key: string, statement: string): Promise<AsyncDisposable> {
  const script = join(import.meta.dirname, 'replica-in-transaction.ts');
  const replica = spawn(process.execPath, [script, databaseUrl, key, statement], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(replica, 'exit');
  await Promise.race([once(replica.stdout, 'data'), exited]);
  if (replica.exitCode !== null) throw new Error('the replica ended before it held anything');
  replica.kill('SIGSTOP');
  return {
    async [Symbol.asyncDispose]() {
      replica.kill('SIGKILL');
      await exited;
    },
  };
}
