import { posix } from 'node:path';
import type { SourceFile } from './source-tree.ts';

export interface Import {
  readonly from: string;
  readonly isTypeOnly: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?[^'";]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports; relative names are resolved to paths from the root of the repository. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const resolved = (name: string) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name);
  return [
    ...[...text.matchAll(STATEMENT)].map(([, type, from, bare]) => ({
      from: resolved(from ?? bare ?? ''),
      isTypeOnly: type !== undefined,
    })),
    ...[...text.matchAll(DYNAMIC)].map(([, from]) => ({ from: resolved(from ?? ''), isTypeOnly: false })),
  ];
}
