import pc from 'picocolors';
import type { Step } from './infrastructure/infrastructure.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const CLEAR_LINE = '\r\x1b[2K';

/** Prints a line for each finished step with its time; a terminal also shows what is still running. */
export function createStep(output: NodeJS.WriteStream = process.stdout): Step {
  const running = new Set<string>();
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const draw = () => {
    frame = (frame + 1) % FRAMES.length;
    const line = `${FRAMES[frame]} ${[...running].join(', ')}`.slice(0, output.columns - 1);
    output.write(`${CLEAR_LINE}${pc.dim(line)}`);
  };
  const begin = (label: string) => {
    running.add(label);
    if (output.isTTY) timer ??= setInterval(draw, FRAME_MS).unref();
  };
  const end = (label: string, line: string) => {
    running.delete(label);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    output.write(`${output.isTTY ? CLEAR_LINE : ''}${line}\n`);
  };

  return async (label, run) => {
    const begun = performance.now();
    const time = () => pc.dim(seconds(performance.now() - begun));
    begin(label);
    try {
      const outcome = await run();
      end(label, `${pc.green('✓')} ${label} ${time()}`);
      return outcome;
    } catch (error) {
      end(label, `${pc.red('✗')} ${label} ${time()}`);
      throw error;
    }
  };
}

export const seconds = (durationMs: number) => `${(durationMs / 1_000).toFixed(1)} s`;

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
