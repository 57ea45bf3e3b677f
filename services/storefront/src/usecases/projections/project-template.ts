import { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { template } from '../../db/tables/template.ts';
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
  const { id, productTypeId, surface = null } = message.template!;
  const change = await template.projectOne(context.em, {
    id,
    productTypeId,
    surface,
    version,
    deleted,
    payload: event.payload,
  });
  if (!change || shown(change.before) === shown(message)) return NOTHING_LEFT;
  return leaveTouched({ productTypeId, renderedOn: id }, event);
}

function shown(state: unknown) {
  if (state === null) return null;
  const message = TemplateChanged.fromJSON(state);
  return shownOfTemplate({ ...message.template!, deleted: message.deleted });
}
