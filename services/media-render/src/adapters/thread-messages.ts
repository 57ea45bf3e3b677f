import { isMarkedAsUntransferable } from 'node:worker_threads';
import { DomainError, type ErrorDetails, type ErrorKind } from '@estampa/kernel/errors';
import type { TaskName } from './image-tasks.ts';
import { ThreadEnded } from './thread-ended.ts';

export type Assignment = { id: number; task: TaskName; input: unknown };
export type Instruction = Assignment | { forget: number };

type Rejection = { kind: ErrorKind; reason: string; message: string; details: ErrorDetails };

/** A thread's response; a rejection travels by its fields, since a clone would be a plain Error. */
export type Outcome = { id: number } & (
  | { output: unknown }
  | { rejection: Rejection }
  | { ended: string; cause?: unknown }
  | { error: unknown }
);

export function failureOutcome(id: number, error: unknown): Outcome {
  if (error instanceof ThreadEnded) return { id, ended: error.message };
  if (!(error instanceof DomainError)) return { id, error };
  const { kind, reason, message, details } = error;
  return { id, rejection: { kind, reason, message, details } };
}

/** What a task gave, or what it threw. */
export function outputOf(outcome: Outcome): unknown {
  if ('output' in outcome) return outcome.output;
  if ('ended' in outcome) throw new ThreadEnded(outcome.ended, { cause: outcome.cause });
  if ('error' in outcome) throw outcome.error;
  const { kind, reason, message, details } = outcome.rejection;
  throw new DomainError(kind, reason, message, details);
}

const DEPTH_MAX = 3;

/** The bytes in a message that need no copy, since the sender gives them away. */
export function givenAway(message: unknown, depth = 0): ArrayBuffer[] {
  if (message instanceof Uint8Array) {
    const { buffer, byteLength } = message;
    const isAll = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    return isAll && !isMarkedAsUntransferable(buffer) ? [buffer] : [];
  }
  if (typeof message !== 'object' || message === null || depth === DEPTH_MAX) return [];
  return Object.values(message).flatMap((part) => givenAway(part, depth + 1));
}
