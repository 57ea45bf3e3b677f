import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatLogLine, LEVELS, type LogFilter, type LogLine, parseLogLine, passes } from '../log-lines.ts';
import { LOCAL } from '../paths.ts';

const DIRECTORY = join(LOCAL, 'logs');
const LINES = 200;
const CHECK_AGAIN_MS = 300;

export const USAGE =
  'npm run logs -- [process ...] [--request <id>] [--level warn] [--lines 200] [--follow]: what the local processes say, by time';

/** Prints what the processes of the local stack have logged, merged by time; with `--follow` what they log from then on. */
export async function logs(args: readonly string[]): Promise<number> {
  const { positionals: names, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      request: { type: 'string' },
      level: { type: 'string', default: 'info' },
      lines: { type: 'string', default: String(LINES) },
      follow: { type: 'boolean', default: false },
    },
  });
  const level = LEVELS.find((one) => one === values.level);
  const count = Number(values.lines);
  if (!level || !Number.isSafeInteger(count) || count < 1) throw new Error(`${USAGE}\nLevels: ${LEVELS.join(', ')}`);
  if (!existsSync(DIRECTORY)) throw new Error('There are no logs: nothing was started from here yet (npm start)');
  const known = processNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`No process "${unknown}" has logged; there are: ${known.join(', ')}`);

  const files = (names.length > 0 ? names : known).map((name) => new LogFile(name));
  const filter = { requestId: values.request ?? null, level };
  print(merged(files, filter).slice(-count));
  while (values.follow) {
    await pause(CHECK_AGAIN_MS);
    print(merged(files, filter));
  }
  return 0;
}

const processNames = (): string[] =>
  readdirSync(DIRECTORY)
    .filter((file) => file.endsWith('.log'))
    .map((file) => basename(file, '.log'))
    .toSorted();

/** What is new in each file, in the order of time. */
const merged = (files: readonly LogFile[], filter: LogFilter): LogLine[] =>
  files
    .flatMap((file) => file.newLines())
    .filter((line) => passes(line, filter))
    .toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));

const print = (lines: readonly LogLine[]): void => {
  for (const line of lines) console.log(formatLogLine(line));
};

/** Reads on from where it was; a file that became shorter was begun anew. */
class LogFile {
  readonly #name: string;
  readonly #path: string;
  #offset = 0;
  #timeBefore = '';
  #begun = '';

  constructor(name: string) {
    this.#name = name;
    this.#path = join(DIRECTORY, `${name}.log`);
  }

  newLines(): LogLine[] {
    const texts = (this.#begun + this.#read()).split('\n');
    this.#begun = texts.pop() ?? '';
    return texts.filter(Boolean).map((text) => {
      const line = parseLogLine(this.#name, text, this.#timeBefore);
      this.#timeBefore = line.time;
      return line;
    });
  }

  #read(): string {
    const { size } = statSync(this.#path);
    if (size < this.#offset) this.#offset = 0;
    const bytes = Buffer.alloc(size - this.#offset);
    const file = openSync(this.#path, 'r');
    try {
      this.#offset += readSync(file, bytes, 0, bytes.length, this.#offset);
    } finally {
      closeSync(file);
    }
    return bytes.toString();
  }
}
