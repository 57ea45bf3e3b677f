import { ledgerTransfer } from './tables/ledger-transfer.ts';
import { payout } from './tables/payout.ts';
import { payoutItem } from './tables/payout-item.ts';
import { payoutRun } from './tables/payout-run.ts';
import { pixKey } from './tables/pix-key.ts';
import { pixTransfer } from './tables/pix-transfer.ts';
import { soldItem } from './tables/sold-item.ts';

export const entities = [
  soldItem.Row,
  payoutItem.Row,
  payout.Row,
  ledgerTransfer.Row,
  pixKey.Row,
  payoutRun.Row,
  pixTransfer.Row,
];
