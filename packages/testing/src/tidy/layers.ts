import { importsOf, type Import } from './imports.ts';
import type { SourceFile } from './source-tree.ts';

const PLACE = /^services\/([^/]+)\/(?:src\/(?:([^/]+)\/)?|test\/)/;

/** What each layer must not see. Rows may be named as types anywhere: a handler translates them. */
const UNSEEN: Readonly<Record<string, readonly string[]>> = {
  usecases: ['rpc', 'consumers'],
  messages: ['db', 'adapters', 'usecases', 'rpc', 'consumers'],
  rpc: ['db', 'adapters', 'consumers'],
  consumers: ['db', 'adapters', 'messages', 'rpc'],
  db: ['adapters', 'messages', 'usecases', 'rpc', 'consumers'],
  adapters: ['messages', 'usecases', 'rpc', 'consumers'],
};

/** Imports point one way: domain, then use cases, then what calls them, then main. */
export function layerProblems(file: SourceFile): string[] {
  const [, service, layer] = PLACE.exec(file.path) ?? [];
  if (!service) return [];
  const imports = importsOf(file);
  const foreign = imports.filter(({ from }) => isOtherService(from, service));
  const wrong = layer === 'domain' ? imports.filter((one) => !isPure(one, file.path)) : unseen(imports, layer ?? '');
  return [...new Set([...foreign, ...wrong])].map(({ from }) => `${file.path} imports ${from}`);
}

function isPure({ from }: Import, path: string): boolean {
  const isTestTool = path.endsWith('.test.ts') && (from === 'vitest' || from.startsWith('@estampa/testing/'));
  return isTestTool || from.startsWith('@estampa/kernel/') || PLACE.exec(from)?.[2] === 'domain';
}

function unseen(imports: readonly Import[], layer: string): Import[] {
  const forbidden = UNSEEN[layer] ?? [];
  return imports.filter(({ from, isTypeOnly }) => !isTypeOnly && forbidden.includes(PLACE.exec(from)?.[2] ?? ''));
}

function isOtherService(from: string, service: string): boolean {
  const other = /^(?:services\/|@estampa\/)([^/]+)/.exec(from)?.[1];
  const isShared = ['contracts', 'kernel', 'kit', 'stack', 'testing'].includes(other ?? '');
  return other !== undefined && other !== service && !isShared;
}
