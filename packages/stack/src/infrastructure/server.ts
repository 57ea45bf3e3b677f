import { startProcess, type ManagedProcess, type ProcessSpec } from '../processes/managed-process.ts';
import type { Restartable } from '../processes/restartable.ts';
import { GiveUp, waitFor } from '../wait.ts';

/** A server and its addresses. */
export interface Started<Address> {
  readonly address: Address;
  /** Undefined when the address was given: such a server is not ours to stop. */
  readonly server: Restartable | undefined;
}

export interface ServerOptions {
  /** Data, logs and pid files of this run. */
  readonly directory: string;
  readonly port: number;
}

export interface Readiness {
  readonly label: string;
  /** True as soon as the server is of use; may fail until then. */
  readonly responses: () => Promise<boolean>;
  readonly deadlineMs: number;
}

/** Deadline of one readiness check, so that a hanging server does not block the polling. */
export const CHECK_TIMEOUT_MS = 2_000;

/** Starts a process and resolves when it is ready; stops one that does not become ready. */
export async function startAndWait(spec: ProcessSpec, readiness: Readiness): Promise<ManagedProcess> {
  const { label, responses, deadlineMs } = readiness;
  const started = startProcess(spec);
  const check = async () => {
    if (!started.running()) throw new GiveUp(`${label} ended: ${await started.exited}\n${started.log()}`);
    return responses();
  };
  try {
    await waitFor(label, check, { deadlineMs });
    return started;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

export async function respondsToHttp(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })).status > 0;
}
