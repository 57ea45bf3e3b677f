import { expect, it } from 'vitest';
import { chosenSteps, isUnderLoad, TEST_STEPS } from './test-steps.ts';

it('the test on a cluster takes all steps unless some are chosen', () => {
  expect([...chosenSteps()]).toEqual(TEST_STEPS);
  expect([...chosenSteps('kills,rollback')]).toEqual(['kills', 'rollback']);
});

it.each(['kill', '', 'kills, rollback', 'toString'])('rejects "%s" as a step, with those that exist', (only) => {
  expect(() => chosenSteps(only)).toThrow(/no step .*; there are: images, installation, /);
});

it.each([
  ['images,installation,main-job,uninstallation', false],
  ['upgrade', true],
  ['kills', true],
  ['rollback', true],
])('clients during %s: %s', (only, expected) => {
  expect(isUnderLoad(chosenSteps(only))).toBe(expected);
});
