import type { DrawPsdResponse } from '@estampa/contracts/media/v1/template_image';
import { FLAT_SURFACE, PRINT_BLENDS } from '@estampa/kernel/surface';
import { warpOf } from '@estampa/kernel/warp-parts';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { TemplateImportRow } from '../../db/tables/template-import.ts';
import { templateImports } from '../../db/template-import-repository.ts';
import type { ImageKind } from '../../domain/template.ts';
import { afterError, draftNames } from '../../domain/template-import.ts';
import { addTemplate } from '../templates/create-template.ts';

export const IMPORTING = 'import-templates';

/** Waiting for a slot, fetching the file and drawing, each at its longest. */
const STEP_DEADLINE_MS = 150_000;
/** Longer than a step takes; after it another replica may try. */
const CLAIM_MS = STEP_DEADLINE_MS + 30_000;

/** Does what is due step by step, one import after the other in turns: a crash repeats one step, and no template is made twice. */
export async function importTemplates(context: Context, signal: AbortSignal): Promise<void> {
  const { em, now, log } = context;
  const claim = () => templateImports.claim(em.fork(), now(), new Date(now().getTime() + CLAIM_MS));
  for (let row = await claim(); row && !signal.aborted; row = await claim()) {
    try {
      await step(context, row);
    } catch (error) {
      log.warn({ err: error, importId: row.id, tries: row.tries }, 'a step of a template import failed');
      await saveError(context, row, error);
    }
  }
}

/** Reads the file, then makes one template after the other. */
async function step(context: Context, row: TemplateImportRow): Promise<void> {
  const { templateImages } = context;
  const { uploadKey: key, printAreas, templateIds } = row;
  if (printAreas === null) {
    const found = await templateImages.readPsd({ key }, { deadlineMs: STEP_DEADLINE_MS });
    return advance(context, row, { printAreas: found.printAreas, warnings: found.warnings });
  }
  const printArea = templateIds.length;
  const { id: templateId, displayName } = draftNames({ ...row, printAreas }, printArea);
  const drawn = await templateImages.drawPsd({ key, printArea, templateId }, { deadlineMs: STEP_DEADLINE_MS });
  const warnings = [...row.warnings, ...drawn.warnings.map((warning) => ({ ...warning, templateId }))];
  const made = { templateIds: [...templateIds, templateId], warnings };
  const draft = draftOf(row, { id: templateId, displayName }, drawn);
  await advance(context, row, made, addTemplate(context, draft, imagesOf(drawn)));
}

async function advance(
  { em, now }: Context,
  row: TemplateImportRow,
  change: Partial<TemplateImportRow>,
  body: TransactionBody<unknown> = async () => undefined,
): Promise<void> {
  await transact(em.fork(), async (tx) => {
    if (!(await templateImports.lock(tx, row))) return;
    await body(tx);
    const after = { ...row, ...change, tries: 0, updatedAt: now() };
    const isOver = after.templateIds.length === after.printAreas?.length;
    templateImports.save(tx, { ...after, state: isOver ? 'completed' : 'running', dueAt: isOver ? null : now() });
  });
}

async function saveError({ em, now }: Context, row: TemplateImportRow, error: unknown): Promise<void> {
  const outcome = afterError(error, row.tries);
  await transact(em.fork(), async (tx) => {
    if (!(await templateImports.lock(tx, row))) return;
    const updatedAt = now();
    if ('failure' in outcome)
      return templateImports.save(tx, { ...row, state: 'failed', failure: outcome.failure, dueAt: null, updatedAt });
    templateImports.save(tx, { ...row, dueAt: new Date(updatedAt.getTime() + outcome.retryAfterMs), updatedAt });
  });
}

/** An admin activates it, which confirms it. */
const draftOf = (
  { productTypeId }: TemplateImportRow,
  names: { id: string; displayName: string },
  { widthPx: width, heightPx: height, printArea, warp, blend, inkOpacity }: DrawPsdResponse,
) => ({
  ...names,
  productTypeId,
  assets: {},
  options: null,
  isActive: false,
  sourceImage: { width, height },
  printArea: printArea!,
  printWidthMm: null,
  bleedMm: 0,
  safeMm: 0,
  warp: warp ? warpOf(warp) : null,
  displacement: null,
  underbase: FLAT_SURFACE.underbase,
  colourMask: null,
  surface: null,
  areas: [],
  blend: PRINT_BLENDS.find((known) => known === blend) ?? FLAT_SURFACE.blend,
  inkOpacity,
});

const imagesOf = ({ images, widthPx, heightPx }: DrawPsdResponse) =>
  images.map(({ kind, imageKey: key }) => ({ kind: kind as ImageKind, key, widthPx, heightPx }));
