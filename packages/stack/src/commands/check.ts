import pc from 'picocolors';
import { runTool, ToolError } from '../run-tool.ts';
import { shortDiagnostics } from '../short-diagnostics.ts';
import { createStep } from '../terminal.ts';
import { generateCode } from './gen.ts';
import { compareWithRelease, lastRelease } from './released-contracts.ts';
import { compareWithReleasedOpenApi, lintOpenApi } from './released-openapi.ts';

export interface CheckOutcome {
  readonly passed: number;
  readonly failed: number;
}

type Check = readonly [label: string, tool: string, ...args: string[]];

/** Two lanes for two cores; each lane runs its checks one after the other. */
const LANES: readonly (readonly Check[])[] = [
  // The linter has to know the types anyway, by the same compiler as `tsc`. An error is one line.
  [['types and lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings', '--format', 'unix']],
  [
    ['contracts lint', 'buf', 'lint'],
    ['format', 'oxfmt', '--check', '.'],
  ],
];

const PUBLIC_CONTRACT = [
  ['openapi lint', lintOpenApi],
  ['openapi against the last release', compareWithReleasedOpenApi],
] as const;

const STRUCTURE: Check = ['structure', 'vitest', 'run', '--project', 'unit', 'testing/src/tidy'];

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

  const [first = [], ...others] = LANES;
  const lanes = structure ? [[...first, STRUCTURE], ...others] : LANES;
  await attempt('generated code', generateCode);
  const release = await lastRelease();
  const against = release ? `contracts against ${release}` : 'contracts against the last release: no release yet';
  await attempt(against, async () => release && compareWithRelease(release));
  for (const [label, run] of PUBLIC_CONTRACT) await attempt(label, run);
  await Promise.all(
    lanes.map(async (lane) => {
      for (const [label, tool, ...args] of lane) await attempt(label, () => runCheck(tool, args));
    }),
  );
  for (const failure of failures) console.error(`\n${failure}`);
  return { failed: failures.length, passed: 2 + PUBLIC_CONTRACT.length + lanes.flat().length - failures.length };
}

async function runCheck(tool: string, args: readonly string[]): Promise<void> {
  try {
    await runTool(tool, args);
  } catch (error) {
    if (tool !== 'oxlint') throw error;
    throw new ToolError(shortDiagnostics((error as Error).message));
  }
}
