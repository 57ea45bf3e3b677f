import pc from 'picocolors';

/** A line of a process's log: what it says as JSON, or plain text of a server that is not ours. */
export type LogLine = {
  /** ISO 8601; that of the previous line for text without one. */
  time: string;
  process: string;
  level: Level;
  message: string;
  requestId: string | null;
  /** All else that the line says. */
  rest: Readonly<Record<string, unknown>>;
};

export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
type Level = (typeof LEVELS)[number];

export type LogFilter = { requestId: string | null; level: Level };

const UNTOLD = ['service', 'name', 'pid', 'hostname'];

export function parseLogLine(process: string, text: string, timeBefore: string): LogLine {
  const said = parsed(text);
  const plain = { time: timeBefore, process, level: 'info', message: text, requestId: null, rest: {} } as const;
  if (!said) return plain;
  const { time, level, msg, requestId, ...rest } = said;
  const stored = Object.fromEntries(Object.entries(rest).filter(([name]) => !UNTOLD.includes(name)));
  return {
    time: typeof time === 'string' ? time : timeBefore,
    process,
    level: LEVELS.find((known) => known === level) ?? 'info',
    message: typeof msg === 'string' ? msg : '',
    requestId: typeof requestId === 'string' ? requestId : null,
    rest: stored,
  };
}

function parsed(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

export const passes = ({ requestId, level }: LogLine, filter: LogFilter): boolean =>
  (filter.requestId === null || requestId === filter.requestId) &&
  LEVELS.indexOf(level) >= LEVELS.indexOf(filter.level);

const COLOURS = [pc.cyan, pc.magenta, pc.blue, pc.green, pc.yellow];
const OF_LEVEL: Readonly<Record<Level, (text: string) => string>> = {
  trace: pc.dim,
  debug: pc.dim,
  info: (text) => text,
  warn: pc.yellow,
  error: pc.red,
  fatal: pc.red,
};
const PROCESS_WIDTH = 20;
const REQUEST_CHARACTERS = 8;

/** `10:31:04.112 gateway  warn  message  request…  key=value`, with the stack of an error below. */
export function formatLogLine({ time, process, level, message, requestId, rest }: LogLine): string {
  const { err, ...others } = rest as { err?: { name?: string; message?: string; stack?: string } };
  const colour = COLOURS[Buffer.from(process).reduce((sum, byte) => sum + byte, 0) % COLOURS.length]!;
  const details = Object.entries(others).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const failure = err ? [`${err.name ?? 'Error'}: ${err.message ?? ''}`.replace(/: $/, '')] : [];
  const parts = [
    pc.dim(time.slice(11, 23).padEnd(12)),
    colour(process.padEnd(PROCESS_WIDTH)),
    OF_LEVEL[level](level.padEnd(5)),
    [message, ...failure].filter(Boolean).join(' '),
    ...(requestId ? [pc.dim(`#${requestId.slice(-REQUEST_CHARACTERS)}`)] : []),
    pc.dim(details.join(' ')),
  ];
  const stack = err?.stack ? `\n${pc.dim(err.stack)}` : '';
  return parts.join(' ').trimEnd() + stack;
}
