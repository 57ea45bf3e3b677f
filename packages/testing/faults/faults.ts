import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import { createStep, seconds } from '@estampa/stack/terminal';
import pc from 'picocolors';
import type { Fault } from './fault.ts';
import { FAULTS } from './kinds/kinds.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { payoutKills, reportOfKills } from './payout-kills.ts';
import { type Results, terminalReport, withKills, withResults } from './report.ts';
import { type Outcome, runOnce } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import { canMount } from './stage/small-disks.ts';

const PAGE = join(REPOSITORY, 'docs/faults.md');
const SHOWN_WRONGS = 20;
const CANNOT_MOUNT = 'not struck, as disks of fixed size are mounts, which only root can make';

/** Breaks a marketplace that is in use, one fault at a time, and checks after each that everything agrees; 1 if anything did not. */
export async function faults(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) return print(USAGE);
  if (options.list) return print(FAULTS.map(({ name, title }) => `${name.padEnd(12)} ${title}`).join('\n'));
  if (options.payoutKills !== undefined) return killPayouts(options.payoutKills, options);
  const chosen = FAULTS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const unknown = options.only.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}. "--list" names them.`);

  const results: Results = new Map();
  for (const hasSmallDisks of [false, true]) {
    const some = chosen.filter((fault) => (fault.hasSmallDisks ?? false) === hasSmallDisks);
    if (some.length === 0) continue;
    if (hasSmallDisks && !canMount()) print(`– ${some.map(({ name }) => name).join()}: ${CANNOT_MOUNT}`);
    else if (!(await runAll(some, options, hasSmallDisks, results))) break;
  }
  console.log(`\n${terminalReport(results)}`);
  const isFine = [...results.values()].flat().every(({ wrongs }) => wrongs.length === 0);
  if (options.record) writeFileSync(PAGE, withResults(readFileSync(PAGE, 'utf8'), results, FAULTS));
  return isFine ? 0 : 1;
}

/** Kills of the processes that pay, instead of faults of all. */
async function killPayouts(kills: number, { seed, record }: Options): Promise<number> {
  const outcome = await payoutKills({ kills, seed });
  print(`\n${reportOfKills(outcome)}`);
  for (const wrong of outcome.wrongs.slice(0, SHOWN_WRONGS)) print(`    ${wrong}`);
  if (record) writeFileSync(PAGE, withKills(readFileSync(PAGE, 'utf8'), outcome));
  return outcome.wrongs.length === 0 && outcome.kills >= kills ? 0 : 1;
}

/** On one stage. False after the first run after which something never agreed, since the next one would find the same. */
async function runAll(
  chosen: readonly Fault[],
  { seed, runs, first, withinMs }: Options,
  hasSmallDisks: boolean,
  results: Results,
): Promise<boolean> {
  await using stage = await openStage(createStep(), hasSmallDisks);
  for (const fault of chosen) {
    const outcomes: Outcome[] = [];
    results.set(fault, outcomes);
    for (let run = first; run < first + (runs ?? fault.targets.length); run += 1) {
      const outcome = await runOnce(stage, fault, { seed, run, withinMs });
      outcomes.push(outcome);
      print(lineOf(fault, run, outcome, stage));
      if (outcome.wrongs.length === 0) continue;
      for (const wrong of outcome.wrongs.slice(0, SHOWN_WRONGS)) print(`    ${wrong}`);
      print(`    again: npm run faults -- --seed ${seed} --only ${fault.name} --first ${run} --runs 1`);
      if (!outcome.isLate) return false;
    }
  }
  return true;
}

function lineOf(
  { name }: Fault,
  run: number,
  { target, recoveryMs, wrongs, isLate }: Outcome,
  { journal }: Stage,
): string {
  const failure = isLate ? 'agreed too late' : 'does not agree';
  const mark = wrongs.length === 0 ? pc.green('✓') : pc.red(`✗ ${failure}:`);
  const known = `${journal.orders.size} orders, ${journal.payouts.size} payouts`;
  return `${mark} ${name} ${run}: ${target}, ${seconds(recoveryMs)} ${pc.dim(known)}`;
}

function print(text: string): number {
  console.log(text);
  return 0;
}
