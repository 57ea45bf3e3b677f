import type { SourceFile, SourceTree } from './source-tree.ts';

/** Statements that use cases still hold, by file. They may only become fewer, as each moves to the repository of its noun in `db/`. */
export const SQL_LEFT: Readonly<Record<string, number>> = {
  'services/storefront/src/usecases/pages/describe-products.ts': 1,
  'services/storefront/src/usecases/pages/get-product-preview.ts': 2,
  'services/storefront/src/usecases/pages/get-store-artwork.ts': 1,
  'services/storefront/src/usecases/pages/get-store-product.ts': 1,
  'services/storefront/src/usecases/pages/get-store.ts': 1,
  'services/storefront/src/usecases/pages/list-store-products.ts': 1,
};

const USE_CASE = /^(services\/[^/]+\/src\/)usecases\/.*(?<!\.test)\.ts$/;
const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*/g;
const CALL = /\bstatement\(|\.execute[(<]/g;
const MIKRO_ORM = /\b(?:em|tx)(?:\.fork\(\))?\.(?:find\w*|count|assign|create|merge|persist|remove|flush|native\w+)\(/g;
/** The beginning of a string that is SQL. */
const TEXT =
  /['"`]\s*(?:select\s|insert\s+into\s|delete\s+from\s|update\s+\w+\s+(?:as\s+\w+\s+)?set\s|with\s+(?:recursive\s+)?\w+\s+(?:\([^)]*\)\s+)?as\s)/g;

/** How many statements stand in each use case, in services with `db/tables` also calls of MikroORM; files without any are left out. */
export const sqlInUseCases = (tree: SourceTree): Record<string, number> =>
  Object.fromEntries(
    tree
      .filter(({ path }) => USE_CASE.test(path))
      .map((file) => [file.path, statementsIn(file) + (hasTables(tree, file) ? callsIn(file) : 0)] as const)
      .filter(([, count]) => count > 0),
  );

export const useCaseSqlProblems = (tree: SourceTree): string[] =>
  Object.entries(sqlInUseCases(tree))
    .filter(([path, count]) => count > (SQL_LEFT[path] ?? 0))
    .map(([path, count]) => `${path} has ${count} statements of SQL, which belong into a repository in db/`);

function hasTables(tree: SourceTree, { path }: SourceFile): boolean {
  const [, source = ''] = USE_CASE.exec(path) ?? [];
  return tree.some((other) => other.path.startsWith(`${source}db/tables/`));
}

const statementsIn = (file: SourceFile): number => Math.max(countOf(file, CALL), countOf(file, TEXT));
const callsIn = (file: SourceFile): number => countOf(file, MIKRO_ORM);

const countOf = ({ text }: SourceFile, found: RegExp): number => text.replaceAll(COMMENT, '').match(found)?.length ?? 0;
