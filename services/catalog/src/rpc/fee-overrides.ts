import type { FeeOverrideServiceService, UpdateFeeOverrideRequest } from '@estampa/contracts/catalog/v1/fee_override';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import type { FeeOverrideChange } from '../domain/fee-override.ts';
import { feeOverrideMessage } from '../messages/fee-override.ts';
import { createFeeOverride } from '../usecases/fee-overrides/create-fee-override.ts';
import { endFeeOverride } from '../usecases/fee-overrides/end-fee-override.ts';
import { getFeeOverride } from '../usecases/fee-overrides/get-fee-override.ts';
import { listFeeOverrides } from '../usecases/fee-overrides/list-fee-overrides.ts';
import { updateFeeOverride } from '../usecases/fee-overrides/update-fee-override.ts';

const FIELDS = {
  platformFeeBasisPoints: 'required',
  startsAt: 'required',
  endsAt: 'clearable',
} as const satisfies UpdateFields<UpdateFeeOverrideRequest, 'id', FeeOverrideChange>;

export const feeOverrides: Handlers<typeof FeeOverrideServiceService, Context> = {
  createFeeOverride: command(
    (context, { productTypeId, startsAt, endsAt, ...request }) =>
      createFeeOverride(context, {
        ...request,
        productTypeId: productTypeId?.toLowerCase() ?? null,
        startsAt: startsAt ?? null,
        endsAt: endsAt ?? null,
      }),
    (created) => ({ feeOverride: feeOverrideMessage(created) }),
  ),
  getFeeOverride: async (context, { id }) => ({ feeOverride: feeOverrideMessage(await getFeeOverride(context, id)) }),
  async listFeeOverrides(context, request) {
    const [rows, total] = await listFeeOverrides(context, request);
    return { feeOverrides: rows.map(feeOverrideMessage), total };
  },
  updateFeeOverride: command(
    (context, request) => updateFeeOverride(context, { id: request.id, wanted: changesIn(request, FIELDS) }),
    (updated) => ({ feeOverride: feeOverrideMessage(updated) }),
    { callsOthers: false },
  ),
  endFeeOverride: command(endFeeOverride, () => ({}), { callsOthers: false }),
};
