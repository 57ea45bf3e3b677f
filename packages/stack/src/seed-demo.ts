import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './infrastructure/infrastructure.ts';
import type { Login, StackFile } from './stack-file.ts';

const DEMO = join(import.meta.dirname, 'demo');

interface SeedModule {
  seed(stack: StackFile): Promise<{ readonly logins?: readonly Login[] }>;
}

interface DemoModule {
  runDemo(stack: StackFile, options: { readonly args: readonly string[] }): Promise<void>;
}

/** The demo marketplace's logins. A failed seed is told and does not stop the start: the stack is of use without it. */
export async function seedDemo(stack: StackFile, step: Step): Promise<readonly Login[]> {
  const file = join(DEMO, 'seed.ts');
  if (!existsSync(file)) {
    console.log('There is no demo data in this checkout: the marketplace starts empty.');
    return [];
  }
  const seeded = step('demo data', async () => ((await import(file)) as SeedModule).seed(stack));
  return seeded.then(
    ({ logins = [] }) => logins,
    (error: Error) => {
      console.error(`The demo data could not be loaded: ${error.message}`);
      return [];
    },
  );
}

export async function runDemo(stack: StackFile, args: readonly string[]): Promise<void> {
  const file = join(DEMO, 'run-demo.ts');
  if (!existsSync(file)) throw new Error('There is no demo in this checkout.');
  await ((await import(file)) as DemoModule).runDemo(stack, { args });
}
