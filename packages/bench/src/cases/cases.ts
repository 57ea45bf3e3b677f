import { accountCases } from './accounts.ts';
import type { Case } from './case.ts';
import { checkoutCases } from './checkout.ts';
import { pageCases } from './pages.ts';
import { writeCases } from './writes.ts';

export const CASES: readonly Case[] = [...pageCases, ...accountCases, ...checkoutCases, ...writeCases];
