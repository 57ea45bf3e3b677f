import { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { projectFact } from '../../db/keep-fact.ts';
import { shownOfType } from '../../domain/shown-parts.ts';
import { leaveTouched, NOTHING_LEFT } from './derive-products.ts';
import type { LeftToDerive } from './left-to-derive.ts';

export async function projectProductType(
  context: Context,
  message: ProductTypeChanged,
  event: ReceivedEvent,
): Promise<LeftToDerive> {
  const { id } = message.productType!;
  const row = { id, version: message.version, fact: event.payload };
  const news = await projectFact(context.em, 'product_type', row);
  if (!news || shown(news.before) === shownOfType(message)) return NOTHING_LEFT;
  return leaveTouched({ productTypeId: id }, event);
}

const shown = (fact: unknown) => (fact === null ? null : shownOfType(ProductTypeChanged.fromJSON(fact)));
