import { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { projectFact } from '../../db/keep-fact.ts';
import { shownOfTemplate } from '../../domain/shown-parts.ts';
import { leaveTouched, NOTHING_LEFT } from './derive-products.ts';
import type { LeftToDerive } from './left-to-derive.ts';

/** Only products whose artwork has been rendered on the template show anything of it. */
export async function projectTemplate(
  context: Context,
  message: TemplateChanged,
  event: ReceivedEvent,
): Promise<LeftToDerive> {
  const { version, deleted } = message;
  const { id, productTypeId } = message.template!;
  const row = { id, product_type_id: productTypeId, version, deleted, fact: event.payload };
  const news = await projectFact(context.em, 'template', row);
  if (!news || shown(news.before) === shown(message)) return NOTHING_LEFT;
  return leaveTouched({ productTypeId, renderedOn: id }, event);
}

function shown(fact: unknown) {
  if (fact === null) return null;
  const { template, deleted } = TemplateChanged.fromJSON(fact);
  return shownOfTemplate({ ...template!, deleted });
}
