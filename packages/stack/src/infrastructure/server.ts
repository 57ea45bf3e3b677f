import type { ManagedProcess } from '../processes/managed-process.ts';

/** A server of the infrastructure: started here, or one that was given by address. */
export interface Server {
  /** Undefined when the server was given and is not ours to stop. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
  /** Lets this process end while the server goes on. */
  release(): void;
}

export interface ServerOptions {
  /** Data, logs and pid files of this run. */
  readonly directory: string;
  readonly port: number;
}

export const given: Server = { pid: undefined, stop: async () => {}, release: () => {} };

export const serverOf = ({ pid, stop, release }: ManagedProcess): Server => ({ pid, stop, release });
