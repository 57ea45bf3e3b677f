import { spawn } from 'node:child_process';

const COMMAND_DEADLINE_MS = 1_200_000;
const OUTPUT_TAIL = 3_000;

export interface Finished {
  readonly code: number;
  readonly output: string;
}

/** Runs a program of the platform (docker, kubectl, helm); its output, both streams in one. */
export function finish(command: readonly string[], input?: string): Promise<Finished> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: COMMAND_DEADLINE_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
    // Who ends without reading it says why by its code.
    child.stdin.on('error', () => undefined).end(input ?? '');
  });
}

/** The same; what fails throws the end of what it said. */
export async function must(command: readonly string[], input?: string): Promise<string> {
  const { code, output } = await finish(command, input);
  if (code !== 0) throw new Error(`${command.slice(0, 4).join(' ')} failed:\n${output.slice(-OUTPUT_TAIL)}`);
  return output.trim();
}

/** kubectl and helm in one namespace of the current context. */
export const inNamespace = (namespace: string) => ({
  kubectl: (...args: string[]) => must(['kubectl', '--namespace', namespace, ...args]),
  apply: (manifest: object) =>
    must(['kubectl', '--namespace', namespace, 'apply', '-f', '-'], JSON.stringify(manifest)),
  helm: (...args: string[]) => must(['helm', '--namespace', namespace, ...args]),
});
