import { HOST } from '@estampa/stack/ports';

/** In the format of the DevTools protocol and of .cpuprofile files. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds between a sample and the one before. */
  readonly timeDeltas: readonly number[];
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}

const SAMPLE_EVERY_MICROSECONDS = 500;
/** Profiles of a long case are large. */
const RESPONSE_DEADLINE_MS = 60_000;

/** Talks to the inspector of a running Node process. */
export class Inspector {
  readonly #socket: WebSocket;
  #requested = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async connect(port: number): Promise<Inspector> {
    const targets = (await (await fetch(`http://${HOST}:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error('The inspector cannot be reached')), { once: true });
    });
    return new Inspector(socket);
  }

  async start(): Promise<void> {
    await this.#request('Profiler.enable');
    await this.#request('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
    await this.#request('Profiler.start');
  }

  async stop(): Promise<CpuProfile> {
    return ((await this.#request('Profiler.stop')) as { profile: CpuProfile }).profile;
  }

  /** The value of an expression, as JSON has it. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = (await this.#request('Runtime.evaluate', {
      expression,
      returnByValue: true,
    })) as { result: { value?: unknown }; exceptionDetails?: { text: string } };
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  }

  close(): void {
    this.#socket.close();
  }

  #request(method: string, params: object = {}): Promise<unknown> {
    const id = (this.#requested += 1);
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`${method}: no response`));
      AbortSignal.timeout(RESPONSE_DEADLINE_MS).addEventListener('abort', ended, { once: true });
      const subscribe = (event: MessageEvent) => {
        const response = JSON.parse(event.data as string) as {
          id?: number;
          result?: unknown;
          error?: { message: string };
        };
        if (response.id !== id) return;
        this.#socket.removeEventListener('message', subscribe);
        if (response.error) reject(new Error(`${method}: ${response.error.message}`));
        else resolve(response.result);
      };
      this.#socket.addEventListener('message', subscribe);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
