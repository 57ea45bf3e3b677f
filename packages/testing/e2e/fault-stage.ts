import { expect } from 'vitest';
import type { Api, Json } from '@estampa/stack/demo/api';
import { eventually } from '../src/eventually.ts';
import type { Hands, sandboxOf } from './provider-hands.ts';

/** One shirt and its shipping. */
export const TOTAL = 10_880;

export type Stage = {
  by: Hands;
  sandbox: ReturnType<typeof sandboxOf>;
  admin: Api;
  buyer: Api;
  place(): Promise<Json>;
  statusOf(orderId: string): Promise<string>;
  /** Makes the job poll the order's payments now. */
  requestAgain(orderId: string): Promise<void>;
  /** Makes the background work list what has changed at the providers now. */
  reconcileNews(): Promise<void>;
};

export type Ending = {
  order: string;
  payments: string[];
  refunds: string[];
  /** Of every entry in the ledger. */
  payoutItems: string[];
  /** The artist's share of the earning after refunds. */
  earning: 'whole' | 'part' | 'none';
  retainedCents: number;
};

export type Fault = {
  fault: string;
  only?: Hands['name'];
  happens(stage: Stage): Promise<Json>;
  ending: Ending;
};

export const PAID: Ending = {
  order: 'approved',
  payments: ['approved'],
  refunds: [],
  payoutItems: ['held'],
  earning: 'whole',
  retainedCents: TOTAL,
};

/** Long enough for jobs that run every other second, next to all else that runs here. */
export const CHANGE_DEADLINE_MS = 20_000;

export const becomes = ({ statusOf }: Stage, { id }: Json, status: string) =>
  eventually(async () => expect(await statusOf(id)).toBe(status), { deadlineMs: CHANGE_DEADLINE_MS });

const RECONCILED_WITHIN_MS = 2_000;

/** A reconciliation that is under way sets when the next one is, so what makes it due can be lost: it is made due again. */
export const isFoundByReconciling = (stage: Stage, check: () => Promise<void>) =>
  eventually(
    async () => {
      await stage.reconcileNews();
      await eventually(check, { deadlineMs: RECONCILED_WITHIN_MS });
    },
    { deadlineMs: CHANGE_DEADLINE_MS },
  );
