import type {
  NewSellerProductVariant,
  SellerProductServiceService,
  StringList,
  UpdateSellerProductVariantRequest,
} from '@estampa/contracts/catalog/v1/seller_product';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import type { AllowedOptions } from '../domain/options.ts';
import type { WantedVariant } from '../domain/seller-variant.ts';
import { sellerVariantMessage } from '../messages/seller-product.ts';
import { createSellerVariant } from '../usecases/seller-products/create-seller-variant.ts';
import { generateSellerVariants } from '../usecases/seller-products/generate-seller-variants.ts';
import {
  deactivateSellerVariant,
  type SellerVariantChange,
  updateSellerVariant,
} from '../usecases/seller-products/update-seller-variant.ts';

const ALONE = { callsOthers: false };

const FIELDS = {
  priceCents: 'required',
  allowedOptions: 'required',
  sku: 'clearable',
  isActive: 'required',
} as const satisfies UpdateFields<UpdateSellerProductVariantRequest, 'id' | 'sellerProductId', SellerVariantChange>;

type SellerVariantCalls = Extract<keyof typeof SellerProductServiceService, `${string}Variant${string}`>;

/** The calls about the variants of a seller's product. */
export const sellerVariants: Pick<Handlers<typeof SellerProductServiceService, Context>, SellerVariantCalls> = {
  createSellerProductVariant: command(
    (context, { sellerProductId, variant }) =>
      createSellerVariant(context, { sellerProductId, wanted: wantedVariant(variant!) }),
    (created) => ({ variant: sellerVariantMessage(created) }),
    ALONE,
  ),
  updateSellerProductVariant: command(
    (context, request) => {
      const { allowedOptions, ...changes } = changesIn(request, FIELDS);
      const wanted = {
        ...changes,
        ...(allowedOptions && { allowedOptions: withoutRepetition(allowedOptions.values) }),
      };
      return updateSellerVariant(context, { sellerProductId: request.sellerProductId, id: request.id, wanted });
    },
    (updated) => ({ variant: sellerVariantMessage(updated) }),
    ALONE,
  ),
  deactivateSellerProductVariant: command(deactivateSellerVariant, () => ({}), ALONE),
  generateSellerProductVariants: command(
    (context, { sellerProductId, priceCents, marginBasisPoints }) =>
      generateSellerVariants(context, {
        sellerProductId,
        pricing: priceCents === undefined ? { marginBasisPoints } : { priceCents },
      }),
    ({ created, existing, variants }) => ({ created, existing, variants: variants.map(sellerVariantMessage) }),
    ALONE,
  ),
};

export const wantedVariant = (variant: NewSellerProductVariant): WantedVariant => ({
  productVariantId: variant.productVariantId.toLowerCase(),
  priceCents: variant.priceCents,
  allowedOptions: withoutRepetition(variant.allowedOptions),
  sku: variant.sku ?? null,
});

const withoutRepetition = (allowed: Record<string, StringList>): AllowedOptions =>
  Object.fromEntries(Object.entries(allowed).map(([key, { values }]) => [key, [...new Set(values)]]));
