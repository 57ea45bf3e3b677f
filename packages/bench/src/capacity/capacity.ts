import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import { table } from '@estampa/stack/terminal';
import { costsIn, tripsIn } from '../report/case-costs.ts';
import { checkPredictions } from './check.ts';
import { dayOf } from './demand.ts';
import { readOptions, USAGE } from './options.ts';
import { planOf } from './plan.ts';
import { PLAN_HEAD, percents, planRows, PROCESS_HEAD, processRows } from './tables.ts';

const BENCH_PAGE = join(REPOSITORY, 'docs/bench.md');
const SHOWN_FROM = 0.5;

/** Prints what a day needs, by the figures of docs/bench.md. Gives the exit code. */
export async function capacity(args: readonly string[]): Promise<number> {
  const { ordersPerDay, pagesPerSecond, check, help } = readOptions(args);
  if (help) return say(USAGE);
  const bench = readFileSync(BENCH_PAGE, 'utf8');
  if (check) return checkPredictions(bench, say);
  const measured = { costs: costsIn(bench), trips: tripsIn(bench) };
  const plan = planOf(dayOf(ordersPerDay, pagesPerSecond), measured);
  say(`${table([PLAN_HEAD, ...planRows(ordersPerDay, pagesPerSecond, measured)])}\n`);
  say(`${table([PROCESS_HEAD, ...processRows(plan)])}\n`);
  const near = plan.needs
    .filter(({ part }) => part >= SHOWN_FROM)
    .map(({ what, part }) => `${what}: ${percents(part)}`);
  return say(`Of what production values allow, needed: ${near.join(', ') || 'less than half of everything'}`);
}

function say(text: string): 0 {
  console.log(text);
  return 0;
}
