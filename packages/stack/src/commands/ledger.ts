import { runServiceScript } from '../processes/run-service-script.ts';

/** Recomputes what every artist has earned and compares it with the ledger; 1 when something differs. */
export const ledger = (args: readonly string[]): Promise<number> =>
  runServiceScript('payouts', 'check-ledger.ts', args);
