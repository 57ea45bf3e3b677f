import { parseArgs } from 'node:util';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import type { ProcessName } from '@estampa/stack/topology';
import { type Part, PARTS, SCALE_MAX } from './seed/world.ts';
import type { Pace } from './measure/measure-case.ts';
import { numberOption } from './number-option.ts';

export interface Options {
  /** Names of cases or their prefixes; all when empty. */
  readonly only: readonly string[];
  readonly pace: Pace;
  /** How many times as much data as at scale 1, and of which part. */
  readonly scale: number;
  readonly part: Part;
  /** Whether exports are taken whole, after the cases. */
  readonly exports: boolean;
  /** In place of the cases the ledger is compared with an oracle's. */
  readonly trialBalance: boolean;
  /** In place of the cases so many pages are read while others write and replicas fail, and compared with what was written. */
  readonly responses: number | undefined;
  /** Read through caches that are late, which has to be found. */
  readonly planted: boolean;
  /** Whether what became of the responses is written to the page on performance. */
  readonly record: boolean;
  /** Servers and data stay for the next run. */
  readonly keep: boolean;
  readonly profile: ProcessName | undefined;
  /** The library that speaks to Kafka: `KAFKA_DRIVER` of every service. */
  readonly kafkaDriver: KafkaDriver;
  /** How many of the costliest SQL statements are shown for each case. */
  readonly sql: number;
  /** Where the report goes as Markdown. */
  readonly write: string | undefined;
}

const KAFKA_DRIVERS = ['kafkajs', 'platformatic'] as const;
type KafkaDriver = (typeof KAFKA_DRIVERS)[number];

const FULL: Pace = { warmUpSeconds: 4, warmUpIterations: 2_000, runs: 3, secondsPerRun: 6 };
const QUICK: Pace = { warmUpSeconds: 2, warmUpIterations: 1_000, runs: 2, secondsPerRun: 2.5 };
const RESPONSES = { least: 1, most: 1_000_000_000 };
const PROFILED: readonly ProcessName[] = [...SERVICE_NAMES, 'gateway'];

export const USAGE = `npm run bench -- [options]
  --only NAME          only the case of that name, or those that begin so (may be given several times)
  --quick              shorter runs: rough figures
  --scale N            N times the data, at most 100
  --part PART          all data at that scale, or only sales: the rest as at scale 1
  --exports            takes complete exports after the cases, and shows time and memory
  --trial-balance      in place of cases, compares the ledger's accounts with those of an oracle
  --responses COUNT    in place of cases, reads so many pages while sellers write and replicas fail: is any out of date?
  --planted            the responses come through caches that are late, which has to be found
  --record             writes what became of the responses to docs/performance.md
  --keep               servers and data stay for the next run, which starts only the services anew
  --kafka-driver NAME  the library that speaks to Kafka: kafkajs or platformatic
  --profile NAME       writes a .cpuprofile of that process while the cases run, and shows where its time goes
  --sql COUNT          shows the costliest SQL statements of each case
  --write FILE         writes the report as Markdown
  --list               names the cases
  --drop               stops and drops what --keep has kept`;

export function readOptions(args: readonly string[]): Options & { list: boolean; drop: boolean; help: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      scale: { type: 'string', default: '1' },
      part: { type: 'string', default: PARTS[0] },
      exports: { type: 'boolean', default: false },
      'trial-balance': { type: 'boolean', default: false },
      responses: { type: 'string' },
      planted: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      profile: { type: 'string' },
      'kafka-driver': { type: 'string', default: KAFKA_DRIVERS[0] },
      sql: { type: 'string', default: '0' },
      write: { type: 'string' },
      list: { type: 'boolean', default: false },
      drop: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const profile = PROFILED.find((name) => name === values.profile);
  if (values.profile !== undefined && !profile) throw new Error(`--profile takes one of: ${PROFILED.join(', ')}`);
  const kafkaDriver = KAFKA_DRIVERS.find((name) => name === values['kafka-driver']);
  if (!kafkaDriver) throw new Error(`--kafka-driver takes one of: ${KAFKA_DRIVERS.join(', ')}`);
  const scale = /^[1-9]\d*$/.test(values.scale) ? Number(values.scale) : Number.NaN;
  if (!(scale <= SCALE_MAX)) throw new Error(`--scale takes an integer from 1 to ${SCALE_MAX}`);
  const part = PARTS.find((name) => name === values.part);
  if (!part) throw new Error(`--part takes one of: ${PARTS.join(', ')}`);
  const { only, exports, planted, record, keep, write, list, drop, help } = values;
  const responses =
    values.responses === undefined ? undefined : numberOption('responses', values.responses, RESPONSES, USAGE);
  const pace = values.quick ? QUICK : FULL;
  return {
    only,
    exports,
    trialBalance: values['trial-balance'],
    responses,
    planted,
    record,
    scale,
    part,
    keep,
    write,
    list,
    drop,
    help,
    profile,
    kafkaDriver,
    sql: Number(values.sql),
    pace,
  };
}
