import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../paths.ts';
import { PROCESS_NAMES, TOPOLOGY, type ProcessName } from '../topology.ts';

const OWN = '@estampa/';
const SOURCE = /^((?:packages|services)\/[^/]+|gateway)\/src\/.+\.ts$/;
const CONTRACT = /^proto\/.+\.proto$/;
const TEST = /\.test\.ts$/;

/** The processes that run a source file, given by its path from the root of the repository. */
export function affectedProcesses(path: string): ProcessName[] {
  const part = isContract(path) ? 'packages/contracts' : SOURCE.exec(path)?.[1];
  if (part === undefined || TEST.test(path)) return [];
  return PROCESS_NAMES.filter((name) => partsOf(name).has(part));
}

export const isContract = (path: string): boolean => CONTRACT.test(path);

/** A process's own folder and the packages that it uses, directly or by way of others. */
function partsOf(name: ProcessName): Set<string> {
  const parts = new Set<string>();
  const visit = (part: string) => {
    if (parts.has(part)) return;
    parts.add(part);
    for (const used of dependenciesOf(part)) visit(`packages/${used}`);
  };
  visit(dirname(dirname(TOPOLOGY[name].entry)));
  return parts;
}

function dependenciesOf(part: string): string[] {
  const file = join(REPOSITORY, part, 'package.json');
  if (!existsSync(file)) return [];
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> };
  return Object.keys(dependencies).flatMap((name) => (name.startsWith(OWN) ? [name.slice(OWN.length)] : []));
}
