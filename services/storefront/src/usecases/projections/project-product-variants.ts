import type { ProductVariantsChanged } from '@estampa/contracts/catalog/v1/events';
import { Variant } from '@estampa/contracts/catalog/v1/variant';
import type { Received } from '@estampa/kit/events/consumers';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { productVariant } from '../../db/tables/product-variant.ts';
import { shownOfVariant } from '../../domain/shown-parts.ts';
import type { LeftToDerive, TouchedBy } from './left-to-derive.ts';

type ReceivedPart = Received<ProductVariantsChanged>;

/** Projects one type after the other, each with all of its messages in the batch. */
export async function projectProductVariants(
  context: Context,
  received: readonly ReceivedPart[],
): Promise<LeftToDerive> {
  const byType = [...Map.groupBy(received, ({ message }) => message.productTypeId)];
  const touched: TouchedBy[] = [];
  for (const [productTypeId, parts] of byType.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    touched.push(...(await storeParts(context, productTypeId, parts)));
  }
  return { touched };
}

/** Touches the products that have a variant whose looks changed; their derivation finishes the last event of the type. */
async function storeParts(
  context: Context,
  productTypeId: string,
  parts: readonly ReceivedPart[],
): Promise<TouchedBy[]> {
  const latest = latestOf(parts);
  if (latest.size === 0) return [];
  const states = [...latest.values()].map(({ variant, version }) => {
    const payload = JSON.stringify(Variant.toJSON(variant));
    return { id: variant.id, productTypeId, version, payload };
  });
  const changes = await pipeline(context.em, ...inSlices(states).map((some) => productVariant.project(some)));
  const variantIds = changes
    .flat()
    .filter(({ key, before }) => shown(before) !== shownOfVariant(latest.get(key)!.variant))
    .map(({ key }) => key);
  return variantIds.length > 0 ? [{ touched: { productTypeId, variantIds }, eventId: parts.at(-1)!.event.id }] : [];
}

/** Each row of a statement is joined with the previous rows, so larger statements get slower by row. */
const ROWS_AT_ONCE = 500;

const inSlices = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, slice) =>
    rows.slice(slice * ROWS_AT_ONCE, (slice + 1) * ROWS_AT_ONCE),
  );

type VariantChange = { variant: Variant; version: number };

function latestOf(parts: readonly ReceivedPart[]): Map<string, VariantChange> {
  const byId = new Map<string, VariantChange>();
  for (const { message } of parts) {
    for (const variant of message.variants) {
      const known = byId.get(variant.id);
      if (!known || known.version < message.version) byId.set(variant.id, { variant, version: message.version });
    }
  }
  return byId;
}

const shown = (state: unknown) => (state === null ? null : shownOfVariant(Variant.fromJSON(state)));
