import { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { productType } from '../../db/tables/product-type.ts';
import { shownOfType } from '../../domain/shown-parts.ts';
import { leaveTouched, NOTHING_LEFT } from './derive-products.ts';
import type { LeftToDerive } from './left-to-derive.ts';

export async function projectProductType(
  context: Context,
  message: ProductTypeChanged,
  event: ReceivedEvent,
): Promise<LeftToDerive> {
  const { id } = message.productType!;
  const change = await productType.projectOne(context.em, { id, version: message.version, payload: event.payload });
  if (!change || shown(change.before) === shownOfType(message)) return NOTHING_LEFT;
  return leaveTouched({ productTypeId: id }, event);
}

const shown = (state: unknown) => (state === null ? null : shownOfType(ProductTypeChanged.fromJSON(state)));
