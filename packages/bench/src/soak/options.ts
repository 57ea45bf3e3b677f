import { parseArgs } from 'node:util';
import { numberOption } from '../number-option.ts';

export interface Options {
  /** Of load, the warm-up included. */
  readonly minutes: number;
  /** Of the load, at its beginning: not judged. */
  readonly warmUpMinutes: number;
  /** Visits in a second; by default what a ramp finds to need 60 % of the processors. */
  readonly rate: number | undefined;
  readonly seed: number;
  /** Whether figures and curves go to the documentation. */
  readonly record: boolean;
}

export const USAGE = `npm run soak -- [options]
  --minutes NUMBER  how long the load lasts (30)
  --warm-up NUMBER  how many of these minutes, the first, are a warm-up that is not judged; by default a third, at most 10
  --rate NUMBER     visits in a second; by default as many as need 60 % of the processors, by a short ramp
  --seed NUMBER     decides who comes when, and what they do (1)
  --record          writes the figures to docs/soak.md and the curves to docs/soak.svg`;

export const MINUTES_MAX = 24 * 60;
const USUAL_WARM_UP_MINUTES_MAX = 10;
export const RATE_MAX = 10_000;

export function readOptions(args: readonly string[]): Options & { help: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      'warm-up': { type: 'string' },
      rate: { type: 'string' },
      seed: { type: 'string', default: '1' },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { record, help } = values;
  const minutes = numberOption('minutes', values.minutes, { least: 1, most: MINUTES_MAX }, USAGE);
  const warmUp = values['warm-up'];
  return {
    record,
    help,
    minutes,
    warmUpMinutes:
      warmUp === undefined
        ? Math.min(USUAL_WARM_UP_MINUTES_MAX, minutes / 3)
        : numberOption('warm-up', warmUp, { least: 1, most: minutes - 1 }, USAGE),
    rate:
      values.rate === undefined ? undefined : numberOption('rate', values.rate, { least: 1, most: RATE_MAX }, USAGE),
    seed: numberOption('seed', values.seed, { least: 0, most: 2 ** 32 - 1 }, USAGE),
  };
}
