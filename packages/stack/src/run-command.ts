import pc from 'picocolors';

/** Gives the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;
export type Load = () => Promise<Command>;

/** A command that is written with the generated client, which a fresh clone does not have yet. */
export const withClient =
  (load: Load): Load =>
  async () => {
    await (await import('./commands/gen.ts')).generateCode();
    return load();
  };

/** Runs the command that the process is for: `argv` is node, its script, the command's name, and its arguments. */
export async function runCommand(load: Load, args = process.argv.slice(3)): Promise<void> {
  try {
    process.exitCode = await (await load())(args);
  } catch (error) {
    console.error(pc.red(error instanceof Error ? error.message : String(error)));
    if (process.env.DEBUG) console.error(error);
    process.exitCode = 1;
  }
}
