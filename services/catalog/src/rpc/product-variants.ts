import type { ProductTypeServiceService } from '@estampa/contracts/catalog/v1/product_type';
import type { DeactivateVariantsRequest, UpdateVariantRequest } from '@estampa/contracts/catalog/v1/variant';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import { invalidFields } from '../domain/rejections.ts';
import { variantMessage } from '../messages/product-type.ts';
import { createVariant } from '../usecases/variants/create-variant.ts';
import { deactivateVariant } from '../usecases/variants/deactivate-variant.ts';
import { deactivateVariants, type Which } from '../usecases/variants/deactivate-variants.ts';
import { generateVariants } from '../usecases/variants/generate-variants.ts';
import { getVariant } from '../usecases/variants/get-variant.ts';
import { listVariants } from '../usecases/variants/list-variants.ts';
import { updateVariant, type VariantChange } from '../usecases/variants/update-variant.ts';
import { updateVariants } from '../usecases/variants/update-variants.ts';

const ALONE = { callsOthers: false };

const FIELDS = {
  baseCostCents: 'required',
  sku: 'required',
  productionDays: 'required',
  packagingDays: 'required',
} as const satisfies UpdateFields<UpdateVariantRequest, 'id', VariantChange>;

type VariantCalls = Extract<keyof typeof ProductTypeServiceService, `${string}Variant${string}`>;

/** The calls about catalog variants. */
export const productVariants: Pick<Handlers<typeof ProductTypeServiceService, Context>, VariantCalls> = {
  generateVariants: command(
    generateVariants,
    ({ created, existing, variants }) => ({ created, existing, variants: variants.map(variantMessage) }),
    ALONE,
  ),
  createVariant: command(
    (context, request) =>
      createVariant(context, {
        ...request,
        assetIds: request.assetIds.map((id) => id.toLowerCase()),
        sku: request.sku ?? null,
      }),
    (variant) => ({ variant: variantMessage(variant) }),
    ALONE,
  ),
  getVariant: async (context, { id }) => ({ variant: variantMessage(await getVariant(context, id)) }),
  updateVariant: command(
    (context, request) => updateVariant(context, request.id, changesIn(request, FIELDS)),
    (variant) => ({ variant: variantMessage(variant) }),
    ALONE,
  ),
  updateVariants: command(updateVariants, (variants) => ({ variants: variants.map(variantMessage) }), ALONE),
  deactivateVariant: command(deactivateVariant, () => ({}), ALONE),
  deactivateVariants: command(
    (context, request) =>
      deactivateVariants(context, { productTypeId: request.productTypeId, which: whichOf(request) }),
    (deactivated) => ({ deactivated }),
    ALONE,
  ),
  async listVariants(context, request) {
    const [rows, total] = await listVariants(context, request);
    return { variants: rows.map(variantMessage), total };
  },
};

function whichOf({ ids, keysOtherThan }: DeactivateVariantsRequest): Which {
  if (ids) return ids;
  if (keysOtherThan) return { keysOtherThan: keysOtherThan.keys };
  throw invalidFields([{ path: 'ids', code: 'required', message: 'or keysOtherThan is required' }]);
}
