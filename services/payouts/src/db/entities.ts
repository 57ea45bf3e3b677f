import { PayoutItemRow } from './payout-item.entity.ts';
import { PayoutRow } from './payout.entity.ts';
import { SoldItemRow } from './sold-item.entity.ts';

export const entities = [SoldItemRow, PayoutItemRow, PayoutRow];
