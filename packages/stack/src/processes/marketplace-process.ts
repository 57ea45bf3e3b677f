import type { ProcessName, Surroundings } from '../topology.ts';
import { startNodeProcess } from './node-process.ts';
import { startRestartable, type Restartable } from './restartable.ts';

export interface MarketplaceProcess extends Restartable {
  readonly name: ProcessName;
}

/** Restarts give it the same environment. */
export async function runProcess(
  name: ProcessName,
  surroundings: Surroundings,
  overrides: Record<string, string>,
): Promise<MarketplaceProcess> {
  const running = await startRestartable(name, () => startNodeProcess(name, surroundings, overrides));
  return Object.assign(running, { name });
}
