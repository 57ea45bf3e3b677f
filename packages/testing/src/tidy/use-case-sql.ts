import type { SourceFile, SourceTree } from './source-tree.ts';

const USE_CASE = /^(services\/[^/]+\/src\/)usecases\/.*(?<!\.test)\.ts$/;
const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*/g;
const CALL = /\bstatement\(|\.execute[(<]/;
const MIKRO_ORM = /\b(?:em|tx)(?:\.fork\(\))?\.(?:find\w*|count|assign|create|merge|persist|remove|flush|native\w+)\(/;
/** The beginning of a string that is SQL. */
const TEXT =
  /['"`]\s*(?:select\s|insert\s+into\s|delete\s+from\s|update\s+\w+\s+(?:as\s+\w+\s+)?set\s|with\s+(?:recursive\s+)?\w+\s+(?:\([^)]*\)\s+)?as\s)/;

/** Names each use case that holds a statement, in services with `db/tables` also a call of MikroORM. */
export const useCaseSqlProblems = (tree: SourceTree): string[] =>
  tree
    .filter(({ path }) => USE_CASE.test(path))
    .filter((file) => holdsStatement(file) || (hasTables(tree, file) && MIKRO_ORM.test(codeOf(file))))
    .map(({ path }) => `${path} holds SQL, which belongs into a repository in db/`);

function hasTables(tree: SourceTree, { path }: SourceFile): boolean {
  const [, source = ''] = USE_CASE.exec(path) ?? [];
  return tree.some((other) => other.path.startsWith(`${source}db/tables/`));
}

const holdsStatement = (file: SourceFile): boolean => CALL.test(codeOf(file)) || TEXT.test(codeOf(file));
const codeOf = ({ text }: SourceFile): string => text.replaceAll(COMMENT, '');
