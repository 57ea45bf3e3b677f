import { pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { groupValues, options } from '../../db/option-repository.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import { templates } from '../../db/template-repository.ts';
import { limitReached } from '../../domain/rejections.ts';
import { changed } from '../../domain/template.ts';
import { isTooMany, TEMPLATE_COLOURS_MAX, templateColours } from '../../domain/template-colours.ts';
import { emitTemplate } from '../../messages/template.ts';

/** Gives the templates of a type the colours that its options have now. The type is locked, so that no template takes others meanwhile. */
export async function recolourTemplates(tx: EntityManager, typeId: string, now: Date): Promise<void> {
  const [coloured, active, values] = await pipeline(
    tx,
    templates.lockColoured(typeId),
    options.findActive(typeId),
    optionValues.findActive(typeId),
  );
  const known = groupValues(active, values);
  for (const before of coloured) {
    const colours = templateColours(before, known);
    if (isTooMany(colours.length)) {
      throw limitReached(`The template ${before.id} shows at most ${TEMPLATE_COLOURS_MAX} colours`);
    }
    const after = changed(before, { colours });
    if (after.revision === before.revision) continue;
    const template = { ...before, ...after, version: before.version + 1, updatedAt: now };
    templates.save(tx, template);
    emitTemplate(tx, 'template_updated', template);
  }
}
