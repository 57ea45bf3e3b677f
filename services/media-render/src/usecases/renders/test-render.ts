import { createHash } from 'node:crypto';
import { DomainError, type FieldError, notFound } from '@estampa/kernel/errors';
import { checkSurface, type Surface } from '@estampa/kernel/surface';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { templates } from '../../db/template-repository.ts';
import { outputSize, RENDER_LONG_SIDE_MAX_PX } from '../../domain/composition-plan.ts';
import type { Rectangle, Size } from '../../domain/geometry.ts';
import type { Placement } from '../../domain/placement.ts';
import { testRenderKey } from '../../domain/storage-keys.ts';
import { aloneOn, colourOf, readyTemplate, type ReadyTemplate, type Template } from '../../domain/template.ts';
import { testPatternSizes, testPlacement } from '../../domain/test-pattern.ts';

export type Trial = { printArea: Rectangle; surface: Surface };
type Input = {
  templateId: string;
  placement: Partial<Placement>;
  colour: string | null;
  /** A further one; null is the template's own. */
  surface: string | null;
  trial: Trial | null;
};
type TestRender = { imageKey: string; widthPx: number; heightPx: number; durationMs: number };

/** Long enough to be viewed and shared. */
const CACHED_MS = 24 * 60 * 60_000;

/** Shows a template with the built-in pattern, active or not, wherever the pattern is put; the image goes after a day. */
export async function testRender(
  context: Context,
  { templateId, placement: requested, colour: value, surface, trial }: Input,
): Promise<TransactionBody<TestRender>> {
  const { em, call, caller, now, store, studio } = context;
  mustReachAll(caller);
  const found = await templates.find(em, templateId);
  if (!found) throw notFound('template', templateId);
  const row = surface === null ? found : aloneOn(found, surface);
  const template = trial ? tried(row, trial) : readyTemplate(row);
  const placement = testPlacement(requested, template.printArea);
  const colour = colourOf(template, value);

  const startedAt = performance.now();
  const image = await studio.makeTest(template, testPatternSizes(template.printArea), {
    placement,
    colour,
    signal: call.signal,
  });
  const durationMs = Math.round(performance.now() - startedAt);
  const imageKey = testRenderKey(templateId, newId());
  // Before the image is there, so that no crash leaves one that is never removed.
  await transact(em, async (tx) => discardedObjects.insert(tx, [imageKey], new Date(now().getTime() + CACHED_MS)));
  await store.put(imageKey, image, { contentType: 'image/webp', isPublic: true });
  const { width, height } = outputSize(template.sourceImage, RENDER_LONG_SIDE_MAX_PX);
  return async () => ({ imageKey, widthPx: width, heightPx: height, durationMs });
}

/** The template as if it had another surface; under a name of its own, so that nothing decoded of it serves the template itself. */
function tried(row: Template, { printArea, surface }: Trial): ReadyTemplate {
  const fields = [...checkArea(printArea, row.sourceImage), ...checkSurface(surface, printArea)];
  if (fields.length > 0)
    throw new DomainError('invalid', 'validation_failed', fields.map(({ message }) => message).join('; '), { fields });
  const digest = createHash('sha256')
    .update(JSON.stringify([printArea, surface]))
    .digest('hex');
  return { ...readyTemplate({ ...row, printArea, surface }), id: `${row.id}/${digest}` };
}

function checkArea({ x, y, width, height }: Rectangle, source: Size | null): FieldError[] {
  const isInside = !source || (x >= 0 && y >= 0 && x + width <= source.width && y + height <= source.height);
  if (width > 0 && height > 0 && isInside) return [];
  return [
    {
      path: 'config.printArea',
      code: 'outside_source_image',
      message: 'config.printArea must lie inside the source image',
    },
  ];
}
