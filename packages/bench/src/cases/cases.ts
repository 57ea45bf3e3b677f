import { accountCases } from './accounts.ts';
import type { Case } from './case.ts';
import { checkoutCases } from './checkout.ts';
import { listCases } from './lists.ts';
import { orderCases } from './orders.ts';
import { pageCases } from './pages.ts';
import { imageCases } from './images.ts';
import { socialCases } from './social.ts';
import { variantCases } from './variants.ts';
import { writeCases } from './writes.ts';

export const CASES: readonly Case[] = [
  ...pageCases,
  ...socialCases,
  ...accountCases,
  ...checkoutCases,
  ...writeCases,
  ...orderCases,
  ...listCases,
  ...imageCases,
  ...variantCases,
];
