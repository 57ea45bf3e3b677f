import { createHash } from 'node:crypto';
import type { RunPlan } from '../domain/payout-run.ts';

/** Stands for who is paid how much to which key: a run starts only with that of the dry run that was read before. */
export const planDigest = ({ paid }: Pick<RunPlan, 'paid'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        paid.map(({ sellerProfileId, amountCents, pixKeyId }) => [sellerProfileId, amountCents, pixKeyId]),
      ),
    )
    .digest('hex');
