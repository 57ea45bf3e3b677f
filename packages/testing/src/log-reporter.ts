import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { TESTS } from './reused-infrastructure.ts';

/** When a test file ran, in milliseconds since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const KINDS_MAX = 40;
const LINE_CHARS_MAX = 1_500;
const TELLING = ['warn', 'error', 'fatal'];

/** After a failed file, prints the warnings and errors that processes logged while it ran, as their logs are deleted with the run. */
export default class LogReporter implements Reporter {
  readonly #started = new Map<string, number>();

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#started.set(moduleId, Date.now());
  }

  onTestModuleEnd(file: TestModule): void {
    if (file.ok()) return;
    const span = { start: this.#started.get(file.moduleId) ?? 0, end: Date.now() };
    const lines = loggedAsWrong(join(TESTS, `run-${process.pid}`), span);
    if (lines.length > 0) process.stderr.write(`Logged by the processes meanwhile:\n${lines.join('\n')}\n`);
  }
}

/** Each kind of warning and error that was logged within a span of time, from all logs below a directory: how often, and its first line. */
export function loggedAsWrong(directory: string, { start, end }: Span): string[] {
  if (!existsSync(directory)) return [];
  const kinds = new Map<string, { line: string; times: number }>();
  const wrong = globSync('**/logs/*.log', { cwd: directory })
    .flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n').flatMap(wrongLine))
    .filter(({ time }) => time >= start && time <= end);
  for (const { kind, line } of wrong.toSorted((one, other) => one.time - other.time)) {
    const { line: first, times } = kinds.get(kind) ?? { line, times: 0 };
    kinds.set(kind, { line: first, times: times + 1 });
  }
  return [...kinds.values()].slice(-KINDS_MAX).map(({ line, times }) => `${times} x ${line.slice(0, LINE_CHARS_MAX)}`);
}

type Line = {
  level?: string;
  time?: string;
  service?: string;
  msg?: string;
  kafka?: string;
  err?: { message?: string };
};

function wrongLine(line: string): { time: number; kind: string; line: string }[] {
  if (!line.startsWith('{')) return [];
  const { level = '', time = '', service, msg, kafka, err }: Line = parsed(line);
  if (!TELLING.includes(level)) return [];
  return [{ time: Date.parse(time), kind: JSON.stringify([service, msg, kafka, err?.message]), line }];
}

/** A process that was killed may have left half a line. */
function parsed(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return {};
  }
}
