import { afterAll, beforeAll, describe } from 'vitest';
import { type Ground, openGround } from './finance-ground.ts';
import { describePeriods } from './finance-periods.ts';
import { describeReports } from './finance-reports.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground?.[Symbol.asyncDispose]());

describe('reports of finance', () => {
  describeReports(() => ground);
});

// Months in which the reports have posted.
describe('closed months', () => {
  describePeriods(() => ground);
});
