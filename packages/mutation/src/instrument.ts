import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A changed piece of code, which is switched on by its id while the rest of the file stays as it is. */
export type Mutant = {
  id: string;
  /** The kind of change, for example `ConditionalExpression`. */
  kind: string;
  file: string;
  line: number;
  /** The line where it begins, without indentation. */
  lineText: string;
  original: string;
  replacement: string;
};

export type Instrumented = { mutants: Mutant[]; sources: Map<string, string> };

type Logger = ConstructorParameters<typeof Instrumenter>[0];

const nothing = (): void => undefined;
const never = (): boolean => false;
const SILENT: Logger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
};

/** Makes all mutants of the files, whose paths are relative to the repository. */
export async function instrument(repository: string, files: readonly string[]): Promise<Instrumented> {
  const read = files.map((name) => ({ name, content: readFileSync(join(repository, name), 'utf8'), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files: sources, mutants } = await new Instrumenter(SILENT).instrument(read, options);
  const contentOf = (file: string) => read.find(({ name }) => name === file)!.content;
  return {
    sources: new Map(sources.map(({ name, content }) => [name, content])),
    mutants: mutants
      .map(({ id, mutatorName, fileName, location: { start, end }, replacement }) => ({
        id,
        kind: mutatorName,
        file: fileName,
        line: start.line + 1,
        lineText: contentOf(fileName).split('\n')[start.line]!.trim(),
        original: textBetween(contentOf(fileName), start, end),
        replacement,
      }))
      .filter((mutant) => !isProse(mutant)),
  };
}

/** What errors and logs say to people is not a rule, so its loss is not counted. */
const isProse = ({ kind, original }: Mutant): boolean => kind === 'StringLiteral' && /\S \S/.test(original);

type Position = { line: number; column: number };

function textBetween(content: string, start: Position, end: Position): string {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column);
  lines[0] = lines[0]!.slice(start.column);
  return lines.join('\n');
}
