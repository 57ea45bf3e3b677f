const { ESTAMPA_TEST_OPEN_CHARGES: asked } = process.env;

/** How many open charges the test of the reconciliation has: fewer in ordinary runs, since each of them costs. */
export const OPEN_CHARGES = Number(asked ?? 10_000);

/** Shown when a run asks for a number of its own. */
export function tellRequests(requests: { lists: number; looks: number }, ms: number): void {
  if (asked !== undefined) console.log(`${asked} open charges: ${JSON.stringify(requests)} in ${ms} ms`);
}
