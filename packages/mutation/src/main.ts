import { globSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCode } from '@estampa/stack/commands/gen';
import { endOnSignal, endTestRun, onEnd } from '@estampa/testing/test-run-end';
import { LOCAL, REPOSITORY } from '@estampa/stack/paths';
import { EQUIVALENTS } from './equivalent-notes.ts';
import { staleNotes, withEquivalents } from './equivalents.ts';
import { instrument } from './instrument.ts';
import { lineOf, recordScores, scoreOf, survivorsOf } from './report.ts';
import { productionCode } from './production-code.ts';
import { isWithServers, type Target, TARGETS } from './targets.ts';
import { tryMutants } from './try-mutants.ts';
import { killWorkers } from './worker.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== 'mutation'),
  allowPositionals: true,
  options: {
    /** Writes the scores to docs/mutation.md. */
    record: { type: 'boolean', default: false },
    /** How many processes try mutants; one for each processor unless it is said. */
    workers: { type: 'string', default: String(availableParallelism()) },
    /** Goes on with what earlier runs of the same code have killed: after a run that was cut off, or with more tests. */
    resume: { type: 'boolean', default: false },
    /** Only mutants of files whose path contains this text: to try again what was mended. */
    file: { type: 'string', default: '' },
    /** Only tests whose path contains this text as killers: `src/` for those beside the code, which are quick. */
    test: { type: 'string', default: '' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(TARGETS);
const unknown = names.filter((name) => !(name in TARGETS));
if (unknown.length > 0)
  throw new Error(`no target ${unknown.join(', ')}; there are: ${Object.keys(TARGETS).join(', ')}`);

if (values.record && (values.file || values.test))
  throw new Error('a score is one of all files and tests: --record goes without --file and --test');
const testsOf = ({ tests }: Target): string[] =>
  globSync(tests, { cwd: REPOSITORY }).filter((path) => path.includes(values.test));

endOnSignal(process);
await generateCode();
if (names.some((name) => TARGETS[name]!.needsServers && testsOf(TARGETS[name]!).some(isWithServers))) {
  // It imports generated code.
  const { default: globalSetup } = await import('@estampa/testing/global-setup');
  await globalSetup();
}
onEnd(killWorkers);
try {
  for (const name of names) await run(name);
} finally {
  await endTestRun();
}

async function run(name: string): Promise<void> {
  const target = TARGETS[name]!;
  const code = productionCode(target).filter((path) => path.includes(values.file));
  const tests = testsOf(target);
  const begun = performance.now();
  const instrumented = await instrument(REPOSITORY, code);
  console.log(`${name}: ${instrumented.mutants.length} mutants of ${code.length} files ...`);
  const tried = await tryMutants(name, instrumented, tests.toSorted(), {
    workers: Number(values.workers),
    resumes: values.resume,
  });
  for (const test of tried.leftOut) console.log(`no killer: ${test}`);
  const notes = (EQUIVALENTS[name] ?? []).filter(({ file }) => file.includes(values.file));
  const stale = staleNotes(notes, instrumented.mutants, tried.verdicts);
  for (const note of stale) console.error(`a note of an equivalent mutant is stale: ${note}`);
  const verdicts = withEquivalents(notes, instrumented.mutants, tried.verdicts);
  const score = scoreOf(name, instrumented.mutants, verdicts);
  const survivors = join(LOCAL, 'mutation', `${name}.txt`);
  writeFileSync(survivors, survivorsOf(instrumented.mutants, verdicts));
  console.log(`${lineOf(score)}, ${((performance.now() - begun) / 1_000).toFixed(0)} s; survivors: ${survivors}`);
  if (values.record) recordScores(score);
  if (score.percent < target.leastScore || stale.length > 0) process.exitCode = 1;
}
