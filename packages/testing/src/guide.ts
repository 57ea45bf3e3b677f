import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { REPOSITORY } from '@estampa/stack/paths';

/** Dozens of small processes, one after the other. */
const DEADLINE_MS = 110_000;
const BLOCK = /^```sh\n(.*?)^```$/gms;

/** Runs the commands of a guide as they stand there, one shell for all of them; what they print, and how they ended. */
export async function runGuide(
  path: string,
  environment: Record<string, string>,
  files: Record<string, Uint8Array>,
): Promise<{ code: number | null; lines: string[] }> {
  const guide = readFileSync(join(REPOSITORY, path), 'utf8');
  const commands = [...guide.matchAll(BLOCK)].map(([, block]) => block).join('\n');
  const directory = mkdtempSync(join(tmpdir(), 'estampa-guide-'));
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: directory,
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
    });
    const ended = new Promise<number | null>((resolve) => shell.once('close', resolve));
    const [reported, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    return { code: await ended, lines: `${reported}${complaints}`.trim().split('\n') };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
