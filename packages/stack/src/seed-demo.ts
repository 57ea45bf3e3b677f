import type { Step } from './infrastructure/infrastructure.ts';
import type { Login, StackFile } from './stack-file.ts';

/** Creates the logins of the demo marketplace. A failure is printed but does not stop the start, as the stack is of use without them. */
export async function seedDemo(stack: StackFile, step: Step): Promise<readonly Login[]> {
  // Loaded only now: drawing images brings a large library along.
  const seeded = step('demo data', async () => (await import('./demo/seed.ts')).seed(stack));
  return seeded.then(
    ({ logins }) => logins,
    (error: Error) => {
      console.error(`The demo data could not be loaded: ${error.message}`);
      return [];
    },
  );
}
