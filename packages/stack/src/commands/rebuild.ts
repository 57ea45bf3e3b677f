import { runServiceScript } from '../processes/run-service-script.ts';
import { REBUILDABLE } from '../topology.ts';

/** Makes the tables of a read model anew from the topics, beside the running stack. */
export async function rebuild([name = '']: readonly string[]): Promise<number> {
  const service = REBUILDABLE.find((one) => one === name);
  if (!service) throw new Error(`"npm run rebuild -- <service>" takes: ${REBUILDABLE.join(', ')}`);
  return runServiceScript(service, 'rebuild.ts');
}
