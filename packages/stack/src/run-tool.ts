import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { REPOSITORY } from './paths.ts';

const TOOLS = join(REPOSITORY, 'node_modules/.bin');

export class ToolError extends Error {}

interface ToolOptions {
  /** See `nicely`. */
  readonly niceness?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs an installed development tool and gives its output; a failing tool throws what it printed. */
export function runTool(
  name: string,
  args: readonly string[],
  { niceness = 0, env = {} }: ToolOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(...nicely(niceness, join(TOOLS, name), args), {
      cwd: REPOSITORY,
      env: { ...toolEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new ToolError(output || `${name} failed`))));
  });
}

/** A command that takes what processes of less niceness leave of the processors: 0 is usual, 19 yields to everything. */
export const nicely = (niceness: number, command: string, args: readonly string[]): [string, string[]] =>
  niceness === 0 ? [command, [...args]] : ['nice', ['-n', String(niceness), command, ...args]];

/** Tools start with `env node`, which must find the Node of the project. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${TOOLS}${delimiter}${process.env.PATH ?? ''}` };
}
