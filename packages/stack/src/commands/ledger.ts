import { runBeside } from '../processes/run-beside.ts';

/** Recomputes what every artist has earned and compares it with the ledger; 1 when something differs. */
export const ledger = (args: readonly string[]): Promise<number> => runBeside('payouts', 'check-ledger.ts', args);
