import { parseArgs } from 'node:util';
import { numberOption } from '../number-option.ts';

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
    minutes: numberOption('minutes', values.minutes, { least: 1, most: MINUTES_MAX }, USAGE),
    rate:
      values.rate === undefined ? undefined : numberOption('rate', values.rate, { least: 1, most: RATE_MAX }, USAGE),
    seed: numberOption('seed', values.seed, { least: 0, most: 2 ** 32 - 1 }, USAGE),
  };
}
