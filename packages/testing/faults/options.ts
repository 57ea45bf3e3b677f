import { parseArgs } from 'node:util';

export interface Options {
  readonly seed: number;
  /** Names of faults; all when empty. */
  readonly only: readonly string[];
  /** Of each fault; each has a number of its own when left out. */
  readonly runs: number | undefined;
  /** The number of the first run, which with the seed decides all that the run chooses. */
  readonly first: number;
  /** How long everything may take to agree after a fault. */
  readonly withinMs: number;
  /** How often the processes that pay sellers are killed, instead of everything else. */
  readonly payoutKills: number | undefined;
  /** Whether the table is written to the page of results. */
  readonly record: boolean;
}

export const USAGE = `npm run faults -- [options]
  --only NAME      only this fault (may be given several times)
  --seed NUMBER    decides targets, times and what people do (1)
  --runs NUMBER    of each fault; by default each process is a target once
  --first NUMBER   the number of the first run, to repeat one that failed (0)
  --within SECONDS everything has to agree so soon after a fault (10)
  --payout-kills NUMBER  instead of all this: kills of payouts while payout runs are sent
  --record         writes the table to docs/faults.md
  --list           names the faults`;

export function readOptions(args: readonly string[]): Options & { list: boolean; help: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '1' },
      runs: { type: 'string' },
      first: { type: 'string', default: '0' },
      within: { type: 'string', default: '10' },
      'payout-kills': { type: 'string' },
      record: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { only, record, list, help } = values;
  return {
    only,
    record,
    list,
    help,
    seed: natural('seed', values.seed),
    first: natural('first', values.first),
    runs: values.runs === undefined ? undefined : natural('runs', values.runs),
    payoutKills: values['payout-kills'] === undefined ? undefined : natural('payout-kills', values['payout-kills']),
    withinMs: natural('within', values.within) * 1_000,
  };
}

function natural(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a number, not "${text}".\n${USAGE}`);
  return Number(text);
}
