import type { SourceTree } from './source-tree.ts';

const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm;
const TOKEN = /[A-Za-z_$][\w$]*/g;

/** Names, with their files, that are exported though no other TypeScript file mentions them. */
export function needlessExports(tree: SourceTree): string[] {
  const code = tree.filter(({ path }) => path.endsWith('.ts'));
  const files = new Map<string, number>();
  for (const { text } of code)
    for (const token of new Set(text.match(TOKEN))) files.set(token, (files.get(token) ?? 0) + 1);
  return code
    .filter(({ path }) => path.includes('/src/') && !path.startsWith('packages/client/'))
    .flatMap(({ path, text }) => [...text.matchAll(EXPORTED)].map(([, name]) => ({ path, name: name! })))
    .filter(({ name }) => files.get(name) === 1)
    .map(({ path, name }) => `${path} ${name}`);
}
