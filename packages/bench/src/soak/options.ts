import { parseArgs } from 'node:util';

export interface Options {
  /** Of load, the warm-up included. */
  readonly minutes: number;
  /** Visits in a second; by default what a ramp finds to need 60 % of the processors. */
  readonly rate: number | undefined;
  readonly seed: number;
  /** Whether figures and curves go to the documentation. */
  readonly record: boolean;
}

export const USAGE = `npm run soak -- [options]
  --minutes NUMBER  how long the load lasts (30); the first third of it, at most 10 minutes, is a warm-up that is not judged
  --rate NUMBER     visits in a second; by default as many as need 60 % of the processors, by a short ramp
  --seed NUMBER     decides who comes when, and what they do (1)
  --record          writes the figures to docs/soak.md and the curves to docs/soak.svg`;

export const MINUTES_MAX = 24 * 60;
export const RATE_MAX = 10_000;

export function readOptions(args: readonly string[]): Options & { help: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string' },
      seed: { type: 'string', default: '1' },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { record, help } = values;
  return {
    record,
    help,
    minutes: within('minutes', values.minutes, 1, MINUTES_MAX),
    rate: values.rate === undefined ? undefined : within('rate', values.rate, 1, RATE_MAX),
    seed: within('seed', values.seed, 0, 2 ** 32 - 1),
  };
}

function within(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${name} takes a number from ${least} to ${most}, not "${text}".\n${USAGE}`);
}
