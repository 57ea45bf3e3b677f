/** The steps of `npm run test:cluster` that can be chosen, in the order in which they run. */
export const TEST_STEPS = [
  'images',
  'installation',
  'main-job',
  'upgrade',
  'kills',
  'rollback',
  'uninstallation',
] as const;
type TestStep = (typeof TEST_STEPS)[number];

/**
 * All of them, or those that `--only` lists, separated by commas; what they start from must be there already, such as a
 * release that an earlier run installed.
 */
export function chosenSteps(only?: string): ReadonlySet<TestStep> {
  const names = only?.split(',') ?? TEST_STEPS;
  const isStep = (name: string): name is TestStep => TEST_STEPS.some((step) => step === name);
  const unknown = names.filter((name) => !isStep(name));
  if (unknown.length > 0)
    throw new Error(`--only has no step "${unknown.join('", "')}"; there are: ${TEST_STEPS.join(', ')}`);
  return new Set(names.filter(isStep));
}

/** Whether clients are needed: a step without them would show nothing. */
export const isUnderLoad = (steps: ReadonlySet<TestStep>): boolean =>
  steps.has('upgrade') || steps.has('kills') || steps.has('rollback');
