import type { SourceFile, SourceTree } from './source-tree.ts';

const USE_CASE = /^services\/[^/]+\/src\/usecases\/.*(?<!\.test)\.ts$/;
const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*/g;
const CALL = /\bstatement\(|\.execute[(<]/;
const MIKRO_ORM =
  /\b(?:em|tx)(?:\.fork\(\))?\.(?:find\w*|count|assign|create|insert|upsert\w*|merge|persist|remove|refresh|lock|flush|native\w+)\(/;
/** The beginning of a string that is SQL. */
const TEXT =
  /['"`]\s*(?:select\s|insert\s+into\s|delete\s+from\s|update\s+\w+\s+(?:as\s+\w+\s+)?set\s|with\s+(?:recursive\s+)?\w+\s+(?:\([^)]*\)\s+)?as\s)/;

/** Names each use case that contains a statement or calls MikroORM for rows; both belong in repositories. */
export const useCaseSqlProblems = (tree: SourceTree): string[] =>
  tree
    .filter(({ path }) => USE_CASE.test(path))
    .filter((file) => [CALL, TEXT, MIKRO_ORM].some((pattern) => pattern.test(codeOf(file))))
    .map(({ path }) => `${path} holds SQL, which belongs into a repository in db/`);

const codeOf = ({ text }: SourceFile): string => text.replaceAll(COMMENT, '');
