import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../private-file.ts';
import { processIdentity } from './process-table.ts';

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Where `logs/<name>.log` and `run/<name>.pid` go. */
  readonly directory: string;
  readonly stopSignal?: NodeJS.Signals;
  readonly graceMs?: number;
}

export interface ManagedProcess {
  readonly name: string;
  readonly pid: number;
  /** Settles with how it ended; never rejects. */
  readonly exited: Promise<string>;
  running(): boolean;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Sends the stop signal, then kills after the grace period. */
  stop(): Promise<void>;
  /** Lets this process end while the child goes on. */
  release(): void;
  log(lines?: number): string;
}

const GRACE_MS = 5_000;
const LOG_TAIL_LINES = 20;

/** A log begins anew with each run of the stack and goes on over restarts within it. */
const startedLogs = new Set<string>();

/**
 * Starts a child in its own process group, logging to a file: a Ctrl-C at the terminal reaches only its parent, which
 * stops the children in order, and a parent that dies leaves a pid file for the next start to clean up by.
 */
export function startProcess(spec: ProcessSpec): ManagedProcess {
  const logFile = logPath(spec);
  const log = openSync(logFile, startedLogs.has(logFile) ? 'a' : 'w');
  startedLogs.add(logFile);
  const { command, args, env } = spec;
  const child = spawn(command, args, { env, cwd: spec.directory, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = whenExited(child);
  if (child.pid === undefined) return failed(spec, exited);

  const forget = rememberPid(spec, child.pid);
  void exited.then(forget);
  return managed(spec, child, child.pid, exited, logFile);
}

function managed(
  spec: ProcessSpec,
  child: ChildProcess,
  pid: number,
  exited: Promise<string>,
  logFile: string,
): ManagedProcess {
  const running = () => child.exitCode === null && child.signalCode === null;
  const kill = async (signal: NodeJS.Signals) => {
    if (running()) child.kill(signal);
    if (signal === 'SIGKILL') await exited;
  };
  return {
    name: spec.name,
    pid,
    exited,
    running,
    kill,
    async stop() {
      await kill(spec.stopSignal ?? 'SIGTERM');
      const timer = setTimeout(() => void kill('SIGKILL'), spec.graceMs ?? GRACE_MS);
      await exited;
      clearTimeout(timer);
    },
    release: () => child.unref(),
    log: (lines = LOG_TAIL_LINES) => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n'),
  };
}

function whenExited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
}

function failed(spec: ProcessSpec, exited: Promise<string>): ManagedProcess {
  const nothing = async () => {};
  const log = () => `${spec.command} could not be started`;
  return {
    name: spec.name,
    pid: 0,
    exited,
    running: () => false,
    kill: nothing,
    stop: nothing,
    release: () => {},
    log,
  };
}

function rememberPid(spec: ProcessSpec, pid: number): () => void {
  const file = join(spec.directory, 'run', `${spec.name}.pid`);
  const record = { pid, identity: processIdentity(pid), stopSignal: spec.stopSignal ?? 'SIGTERM' };
  writePrivateFile(file, JSON.stringify(record));
  return () => {
    // A restarted process has already replaced the file with its own.
    if (existing(file).includes(`"pid":${pid},`)) rmSync(file, { force: true });
  };
}

function logPath({ directory, name }: ProcessSpec): string {
  mkdirSync(join(directory, 'logs'), { recursive: true });
  return join(directory, 'logs', `${name}.log`);
}

function existing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
