import type { InUse } from '../stage/in-use.ts';
import { wrongsOfAccounts } from './accounts.ts';
import { wrongsOfLabels } from './labels.ts';
import { wrongsOfOrders } from './orders.ts';
import { wrongsOfPayouts } from './payouts.ts';
import { wrongsOfServices } from './services.ts';
import { wrongsOfStore } from './storage.ts';

const CHECKS = [wrongsOfServices, wrongsOfOrders, wrongsOfLabels, wrongsOfPayouts, wrongsOfStore, wrongsOfAccounts];

/** Everything that services, providers and people know of each other, compared; empty when all of it agrees. */
export async function disagreements(stage: InUse): Promise<string[]> {
  const found = await Promise.all(
    CHECKS.map((check) => check(stage).catch((error: Error) => [`${check.name}: ${error.message}`])),
  );
  return [...stage.journal.wrongs, ...found.flat()];
}
