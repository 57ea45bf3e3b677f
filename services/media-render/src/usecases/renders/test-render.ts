import { notFound } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { templates } from '../../db/template-repository.ts';
import { outputSize, RENDER_LONG_SIDE_MAX_PX } from '../../domain/composition-plan.ts';
import type { Placement } from '../../domain/placement.ts';
import { testRenderKey } from '../../domain/storage-keys.ts';
import { colourOf, readyTemplate } from '../../domain/template.ts';
import { testPatternSizes, testPlacement } from '../../domain/test-pattern.ts';

type Input = { templateId: string; placement: Partial<Placement>; colour: string | null };
type TestRender = { imageKey: string; widthPx: number; heightPx: number; durationMs: number };

/** Long enough to be viewed and shared. */
const CACHED_MS = 24 * 60 * 60_000;

/** Shows a template with the built-in pattern, active or not, wherever the pattern is put; the image goes after a day. */
export async function testRender(
  context: Context,
  { templateId, placement: requested, colour: value }: Input,
): Promise<TransactionBody<TestRender>> {
  const { em, call, caller, now, store, studio } = context;
  mustReachAll(caller);
  const row = await templates.find(em, templateId);
  if (!row) throw notFound('template', templateId);
  const template = readyTemplate(row);
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
