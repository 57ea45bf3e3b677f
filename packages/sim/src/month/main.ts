import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '@estampa/stack/paths';
import { runCommand } from '@estampa/stack/run-command';
import { seconds } from '@estampa/stack/terminal';
import { type ModelOutcome, runModel } from './model.ts';
import { tablesOf, withTables } from './page.ts';

const PAGE = join(REPOSITORY, 'docs/money-month.md');
const SHOWN_WRONGS = 20;
const KB_OF_MB = 1_024;
const REPORT_EVERY = 100_000;

await runCommand(() => Promise.resolve(model));

/** A month of random orders; 1 if anything in it is not as it should be. */
async function model(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string', default: '1000000' },
      days: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      /** Writes the tables to the page. */
      record: { type: 'boolean', default: false },
    },
  });
  const options = { orders: natural(values.orders), days: natural(values.days), seed: natural(values.seed) };
  const begun = performance.now();
  const report = (made: number) => {
    if (made % REPORT_EVERY === 0) console.log(`${made} orders, ${seconds(performance.now() - begun)}`);
  };
  const outcome = runModel({ ...options, report });
  const head = headOf(outcome, options, performance.now() - begun);
  console.log(`${tablesOf(outcome.days)}\n\n${head}`);
  for (const wrong of outcome.wrongs.slice(0, SHOWN_WRONGS)) console.log(`    ${wrong}`);
  if (outcome.wrongs.length > 0) return 1;
  if (values.record) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), head, outcome.days));
  return 0;
}

function headOf(
  { wrongs }: ModelOutcome,
  { orders, days, seed }: Record<'orders' | 'days' | 'seed', number>,
  ms: number,
): string {
  const megabytes = Math.ceil(process.resourceUsage().maxRSS / KB_OF_MB);
  return `${orders.toLocaleString('en-US')} orders in ${days} days, seed ${seed}: ${wrongs.length} wrong; ${seconds(ms)} on one processor, at most ${megabytes} MB.`;
}

function natural(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--orders, --days and --seed take numbers, not "${text}"`);
  return Number(text);
}
