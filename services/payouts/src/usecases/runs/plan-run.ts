import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type PayableRow, payableSellers } from '../../db/payable-seller-repository.ts';
import { planRun, type PayableSeller, type RunPlan } from '../../domain/payout-run.ts';

export type ShownPlan = { plan: RunPlan; sellers: ReadonlyMap<string, PayableRow> };

/** The dry run: who would be paid how much to which key, and who would not, and why. Changes nothing. */
export async function showPlan({ em, caller, now, settings }: Context): Promise<ShownPlan> {
  mustReachAll(caller);
  const rows = await payableSellers.findAll(em);
  return {
    plan: planRun(rows.map(toSeller), settings.minimumCents, now()),
    sellers: new Map(rows.map((row) => [row.sellerProfileId, row])),
  };
}

export const toSeller = ({
  sellerProfileId,
  amountCents,
  itemCount,
  keyId,
  usableFrom,
}: PayableRow): PayableSeller => ({
  sellerProfileId,
  amountCents,
  itemCount,
  key: keyId && usableFrom ? { id: keyId, usableFrom } : null,
});
