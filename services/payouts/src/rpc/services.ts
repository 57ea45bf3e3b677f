import { FinanceServiceService } from '@estampa/contracts/payouts/v1/finance';
import { LedgerServiceService } from '@estampa/contracts/payouts/v1/ledger';
import { PayoutRunServiceService } from '@estampa/contracts/payouts/v1/payout_run';
import { PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';
import { PixKeyServiceService } from '@estampa/contracts/payouts/v1/pix_key';
import { TransferWebhookServiceService } from '@estampa/contracts/payouts/v1/transfer_webhook';
import { implement } from '@estampa/kit/rpc/server';
import { transferWebhooks } from './transfer-webhooks.ts';
import { finance } from './finance.ts';
import { ledger } from './ledger.ts';
import { payoutRuns } from './payout-runs.ts';
import { payouts } from './payouts.ts';
import { pixKeys } from './pix-keys.ts';

/** All gRPC services of this process. */
export const services = [
  implement(PayoutServiceService, payouts),
  implement(PayoutRunServiceService, payoutRuns),
  implement(TransferWebhookServiceService, transferWebhooks),
  implement(LedgerServiceService, ledger),
  implement(FinanceServiceService, finance),
  implement(PixKeyServiceService, pixKeys),
];
