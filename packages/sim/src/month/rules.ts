import { freezeOrder } from '@estampa/orders-payments/domain/freeze-order';
import { matchMovements } from '@estampa/orders-payments/domain/movement';
import { planCancel, planRefund } from '@estampa/orders-payments/domain/order-requests';
import { publishedState } from '@estampa/orders-payments/domain/published-state';
import { takeResponse, takeSnapshot } from '@estampa/orders-payments/domain/take-snapshot';
import { borneFeesOf } from '@estampa/payouts/domain/borne-fees';
import { balancesAfter, mustBeClosable } from '@estampa/payouts/domain/finance-period';
import { givenBackOf } from '@estampa/payouts/domain/given-back';
import { feeTransfers, payoutTransfers, settleOrder } from '@estampa/payouts/domain/order-transfers';
import { assemble, changeStatus, without } from '@estampa/payouts/domain/payout';
import { planRun } from '@estampa/payouts/domain/payout-run';
import { approve, beginRequest, endRequest, observe, repeatRequest } from '@estampa/payouts/domain/pix-transfer';
import { settleEntries } from '@estampa/payouts/domain/settle-entries';

/** The rules that the services decide by: all that the model takes of them, so that one can be exchanged for a wrong one. */
export const RULES = {
  approve,
  assemble,
  balancesAfter,
  beginRequest,
  borneFeesOf,
  changeStatus,
  endRequest,
  feeTransfers,
  freezeOrder,
  givenBackOf,
  matchMovements,
  mustBeClosable,
  observe,
  payoutTransfers,
  planCancel,
  planRefund,
  planRun,
  publishedState,
  repeatRequest,
  settleEntries,
  settleOrder,
  takeResponse,
  takeSnapshot,
  without,
};
export type Rules = typeof RULES;
