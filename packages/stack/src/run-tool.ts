import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { REPOSITORY } from './paths.ts';

const TOOLS = join(REPOSITORY, 'node_modules/.bin');

export class ToolError extends Error {}

/** Runs an installed development tool and gives its output; a failing tool throws what it printed. */
export function runTool(name: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(TOOLS, name), args, {
      cwd: REPOSITORY,
      env: toolEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new ToolError(output || `${name} failed`))));
  });
}

/** Tools start with `env node`, which must find the Node of the project. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${TOOLS}${delimiter}${process.env.PATH ?? ''}` };
}
