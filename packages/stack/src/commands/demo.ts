import { bringUp } from '../bring-up.ts';
import { runDemo } from '../demo/run-demo.ts';
import { LOCAL } from '../paths.ts';
import { stopLeftovers } from '../processes/leftovers.ts';
import { findRunningStack } from '../stack-file.ts';
import { createStep } from '../terminal.ts';

const INTERRUPTED = 130;

/** Shows the marketplace's main job on the running stack, or on one that is started for it and stopped afterwards. */
export async function demo(): Promise<number> {
  const running = findRunningStack();
  if (running) {
    await runDemo(running);
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopLeftovers(LOCAL).finally(() => process.exit(INTERRUPTED)));
  const step = createStep();
  const up = await bringUp(step);
  try {
    await runDemo(up.stack);
  } finally {
    await step('stopped', () => up.stop());
  }
  return 0;
}
