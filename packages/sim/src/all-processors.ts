import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { generateCode } from '@estampa/stack/commands/gen';
import { dropDatabase } from '@estampa/stack/infrastructure/databases';
import { startPostgres } from '@estampa/stack/infrastructure/postgres';
import { SIMULATION } from '@estampa/stack/paths';
import { freePort } from '@estampa/stack/ports';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import pg from 'pg';

export type Values = {
  [option: string]: string | undefined;
  histories: string;
  first: string;
  plant?: string | undefined;
  trace?: string | undefined;
};

/** The exit code, and which history found the planted bug. */
type Outcome = { code: number; history: number | null };

/** Nothing in it outlives the run, so nobody waits for the disk. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
  autovacuum: 'off',
  // A simulator has some 60: processes that ended leave theirs to the next ones.
  max_connections: '1000',
};

/** While one waits for PostgreSQL, another computes. */
const PER_PROCESSOR = 2;

export const runOnAllProcessors = (values: Values): Promise<Outcome> =>
  withServer((postgres) => runAtServer(postgres, values));

/** A server for `run`, gone when that ends. */
export async function withServer<T>(run: (postgres: string) => Promise<T>): Promise<T> {
  await generateCode();
  await stopLeftovers(SIMULATION);
  rmSync(SIMULATION, { recursive: true, force: true });
  mkdirSync(SIMULATION, { recursive: true });
  const password = randomBytes(12).toString('hex');
  const { address, server } = await startPostgres({
    directory: SIMULATION,
    port: await freePort(),
    password,
    settings: SETTINGS,
  });
  try {
    return await run(address.url);
  } finally {
    await server?.stop();
    rmSync(SIMULATION, { recursive: true, force: true });
  }
}

/** Starts simulators, each with its share of the histories; the first that finds something ends all, and so does the time. */
export async function runAtServer(postgres: string, values: Values, withinMs?: number): Promise<Outcome> {
  const { histories, first, trace, plant } = values;
  // One trace is written by one.
  const count = Math.min(trace === undefined ? PER_PROCESSOR * availableParallelism() : 1, Number(histories));
  const shares = Array.from({ length: count }, (_none, place) => ({
    histories: String(Math.ceil((Number(histories) - place) / count)),
    first: String(Number(first) + place),
    every: String(count),
    postgres,
  }));
  const all = shares.map((share) => simulator({ ...values, ...share }));
  const end = () => all.forEach((one) => one.kill());
  using _ = withinMs === undefined ? undefined : setTimeout(end, withinMs);
  // A planted bug is to be found by one of them.
  const outcome = await outcomeOf(all, plant === undefined ? (code) => code !== 0 : (code) => code === 0);
  await dropLeftovers(postgres);
  return outcome;
}

/** The databases of simulators that were ended. */
async function dropLeftovers(postgres: string): Promise<void> {
  const client = new pg.Client(postgres);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'sim\\_%'`,
    );
    for (const { name } of rows) await dropDatabase(postgres, name);
  } finally {
    await client.end();
  }
}

function simulator(values: Record<string, string | undefined>): ChildProcess {
  const options = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const main = new URL('main.ts', import.meta.url).pathname;
  return spawn(process.execPath, [...process.execArgv, main, ...options], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Of the first that ends all others, else of the last. */
function outcomeOf(all: readonly ChildProcess[], endsAll: (code: number) => boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    let left = all.length;
    for (const one of all) {
      let history: number | null = null;
      one.on('message', (index) => (history = index as number));
      // After all that it has said.
      one.once('close', (exitCode) => {
        const code = exitCode ?? 1;
        left -= 1;
        if (endsAll(code)) for (const other of all) other.kill();
        if (endsAll(code) || left === 0) resolve({ code, history });
      });
    }
  });
}
