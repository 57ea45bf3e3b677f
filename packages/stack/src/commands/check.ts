import pc from 'picocolors';
import { runTool, ToolError } from '../run-tool.ts';
import { shortDiagnostics } from '../short-diagnostics.ts';
import { createStep } from '../terminal.ts';
import { generateCode } from './gen.ts';
import { compareWithRelease, lastRelease } from './released-contracts.ts';
import { compareWithChangelog, compareWithReleasedOpenApi, lintOpenApi } from './released-openapi.ts';

export interface CheckOutcome {
  readonly passed: number;
  readonly failed: number;
}

type Check = readonly [label: string, tool: string, ...args: string[]];

/** The linter has to know the types anyway, by the same compiler as `tsc`. */
const TYPES_AND_LINT = ['--type-aware', '--type-check', '--deny-warnings', '--format', 'unix'];
/**
 * Takes longer than all other checks, and nobody waits for it: it computes while tests wait for their processes. Of its 40 s of processor
 * collecting garbage is a fifth, unless that waits until the heap has grown to five times of what is in use.
 */
const WITH_THE_TIME_LEFT = { niceness: 10, env: { GOGC: '400' } };

const OTHERS: readonly Check[] = [
  ['contracts lint', 'buf', 'lint'],
  ['format', 'oxfmt', '--check', '.'],
];

const PUBLIC_CONTRACT = [
  ['openapi lint', lintOpenApi],
  ['openapi against the last release', compareWithReleasedOpenApi],
  ['openapi additions in the changelog', compareWithChangelog],
] as const;

const STRUCTURE: Check = [
  'structure',
  'vitest',
  'run',
  '--project',
  'unit',
  '--reporter',
  './packages/testing/src/short-reporter.ts',
  'testing/src/tidy',
  'testing/src/budgets',
  'stack/src/cluster/kafka-manifest',
];

export async function check(): Promise<number> {
  const { failed } = await runChecks({ structure: true });
  return failed === 0 ? 0 : 1;
}

/** Everything that can be known without running the code; the structure test may be left to those who run all tests. */
export async function runChecks({ structure }: { structure: boolean }): Promise<CheckOutcome> {
  const step = createStep();
  const failures: string[] = [];
  const attempt = (label: string, run: () => Promise<unknown>) =>
    step(label, run).catch((error: Error) => failures.push(`${pc.bold(label)}\n${error.message}`));

  const tool = ([label, name, ...args]: Check) => attempt(label, () => runTool(name, args));
  const others = structure ? [STRUCTURE, ...OTHERS] : OTHERS;
  await attempt('generated code', generateCode);
  const runOthers = async () => {
    for (const other of others) await tool(other);
    const release = await lastRelease();
    const against = release ? `contracts against ${release}` : 'contracts against the last release: no release yet';
    await attempt(against, async () => release && compareWithRelease(release));
    for (const [label, run] of PUBLIC_CONTRACT) await attempt(label, run);
  };
  await Promise.all([attempt('types and lint', checkTypes), runOthers()]);
  for (const failure of failures) console.error(`\n${failure}`);
  return { failed: failures.length, passed: 3 + PUBLIC_CONTRACT.length + others.length - failures.length };
}

/** An error is one line. */
async function checkTypes(): Promise<void> {
  try {
    await runTool('oxlint', TYPES_AND_LINT, WITH_THE_TIME_LEFT);
  } catch (error) {
    throw new ToolError(shortDiagnostics((error as Error).message));
  }
}
