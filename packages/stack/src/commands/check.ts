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

/** Takes longer than all others, which run beside it. The linter has to know the types anyway, by the same compiler as `tsc`. An error is one line. */
const TYPES: Check = [
  'types and lint',
  'oxlint',
  '--type-aware',
  '--type-check',
  '--deny-warnings',
  '--format',
  'unix',
];

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

  const tool = ([label, name, ...args]: Check) => attempt(label, () => runCheck(name, args));
  const others = structure ? [STRUCTURE, ...OTHERS] : OTHERS;
  await attempt('generated code', generateCode);
  const runOthers = async () => {
    for (const other of others) await tool(other);
    const release = await lastRelease();
    const against = release ? `contracts against ${release}` : 'contracts against the last release: no release yet';
    await attempt(against, async () => release && compareWithRelease(release));
    for (const [label, run] of PUBLIC_CONTRACT) await attempt(label, run);
  };
  await Promise.all([tool(TYPES), runOthers()]);
  for (const failure of failures) console.error(`\n${failure}`);
  return { failed: failures.length, passed: 3 + PUBLIC_CONTRACT.length + others.length - failures.length };
}

async function runCheck(tool: string, args: readonly string[]): Promise<void> {
  try {
    await runTool(tool, args);
  } catch (error) {
    if (tool !== 'oxlint') throw error;
    throw new ToolError(shortDiagnostics((error as Error).message));
  }
}
