import { pathOf } from './circles.ts';
import { importsOf } from './imports.ts';
import type { SourceTree } from './source-tree.ts';

const PRODUCTION = /^(?:services\/[^/]+|gateway|packages\/(?:kernel|kit))\/src\/.*(?<!\.test)\.ts$/;
/** Started by their paths, or listed by their folder. */
const STARTED = /\/src\/(?:main|rebuild|check-[\w-]+|openapi\/write)\.ts$|-worker\.ts$|\/migrations\//;

/** Production code that no other code imports but tests elsewhere: forgotten in a list such as `consumers.ts`, or no longer needed. */
export function unusedFiles(tree: SourceTree): string[] {
  const code = tree.filter(({ path }) => path.endsWith('.ts'));
  const paths = new Set(code.map(({ path }) => path));
  const imported = new Set(
    code
      .filter(({ path }) => !path.includes('/test/'))
      .flatMap((file) => importsOf(file).map(({ from }) => pathOf(from, paths))),
  );
  return [...paths]
    .filter((path) => PRODUCTION.test(path) && !STARTED.test(path) && !imported.has(path))
    .map((path) => `${path} is imported by nothing`);
}
