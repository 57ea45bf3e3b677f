import { runBeside } from '../processes/run-beside.ts';
import { REBUILDABLE } from '../topology.ts';

/** Makes the tables of a read model anew from the topics, beside the running stack. */
export async function rebuild([name = '']: readonly string[]): Promise<number> {
  const service = REBUILDABLE.find((one) => one === name);
  if (!service) throw new Error(`"npm run rebuild -- <service>" takes: ${REBUILDABLE.join(', ')}`);
  return runBeside(service, 'rebuild.ts');
}
