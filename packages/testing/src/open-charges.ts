const { ESTAMPA_TEST_OPEN_CHARGES: requested } = process.env;

/** How many open charges the test of the reconciliation has: fewer in ordinary runs, since each of them costs. */
export const OPEN_CHARGES = Number(requested ?? 10_000);

/** Printed when the number was set for this run. */
export function reportRequests(requests: { lists: number; checks: number }, ms: number): void {
  if (requested !== undefined) console.log(`${requested} open charges: ${JSON.stringify(requests)} in ${ms} ms`);
}
