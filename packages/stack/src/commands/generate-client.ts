import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../paths.ts';

const GENERATED = join(REPOSITORY, 'packages/client/gen');
const STAMP = join(GENERATED, '.stamp');
const ENTRY = join(REPOSITORY, 'packages/client/src/generate/main.ts');
const SOURCES = ['gateway/src/**/*.ts', 'packages/client/src/**/*.ts', 'packages/contracts/gen/.stamp'];

/** Generates what the client is typed by from the gateway's route table, when either changed; needs the contracts. */
export async function generateClient(): Promise<void> {
  const hash = sourceHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  rmSync(STAMP, { force: true });
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ENTRY]);
  writeFileSync(STAMP, hash);
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of globSync(SOURCES, { cwd: REPOSITORY }).toSorted())
    hash.update(source).update(readFileSync(join(REPOSITORY, source)));
  return hash.digest('hex');
}
