import { unknownReference } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { FindingsScene } from '../../adapters/findings-drawing.ts';
import type { Context } from '../../context.ts';
import { loadPlaced } from '../../db/render-inputs.ts';
import { outputSize, planArtwork } from '../../domain/composition-plan.ts';
import { sizeInPx, times } from '../../domain/geometry.ts';
import { mmPerPixel, type PrintFinding, printFindings, type PrintRules } from '../../domain/print-findings.ts';
import { grown, printedArea, safeArea } from '../../domain/print-margins.ts';
import { areaOn, readyTemplate } from '../../domain/template.ts';
import { studioFiles } from './studio-files.ts';

type Print = { artworkId: string; templateId: string; surface?: string | undefined };

/** More prints than a product has surfaces and a person looks at. */
const PRINTS_MAX = 128;
const LONG_SIDE_MAX_PX = 1_200;
/** Of the width, around what is printed. */
const MARGIN_SHARE = 0.03;
const OPAQUE = 255;

/** What prints badly, of each print that lies somewhere; where there is no time to look at one, it has no findings. */
export async function listPrintFindings(
  context: Context,
  { prints, rules }: { prints: readonly Print[]; rules: PrintRules },
): Promise<(Print & PrintFinding)[]> {
  const found: (Print & PrintFinding)[] = [];
  for (const { artworkId, templateId, surface } of prints.slice(0, PRINTS_MAX)) {
    const inputs = await placedInputs(context, { artworkId, templateId, surface });
    const findings = inputs ? await findingsOf(context, inputs, rules) : [];
    found.push(...findings.map((one) => ({ artworkId, templateId, surface, ...one })));
  }
  return found;
}

/** Nobody is kept from a product because its ink could not be looked at. */
async function findingsOf({ call, studio, log }: Context, inputs: Inputs, rules: PrintRules): Promise<PrintFinding[]> {
  try {
    const placed = placedPrint(inputs);
    return printFindings(await studio.inspectInk(placed.files, call.signal), placed, rules);
  } catch (error) {
    log.warn({ err: error, artworkId: inputs.artwork.id }, 'ink was not looked at');
    return [];
  }
}

/** The flat print with lines around what is printed and what is safe, and marks over what prints badly. */
export async function drawPrintFindings(
  context: Context,
  { print, rules }: { print: Print; rules: PrintRules },
): Promise<Buffer> {
  const inputs = await placedInputs(context, print);
  if (!inputs) throw unknownReference('templateId', 'placement');
  const placed = placedPrint(inputs);
  return context.studio.drawFindings(placed.files, sceneOf(placed, rules), context.call.signal);
}

type Inputs = NonNullable<Awaited<ReturnType<typeof placedInputs>>>;

/** Null where the artwork does not lie on the template. */
async function placedInputs({ em, caller }: Context, print: Print) {
  const { artwork, template, placement } = await loadPlaced(em, print);
  if (!artwork) return null;
  mustBeSeller(caller, artwork.sellerProfileId);
  return template && placement && { artwork, template, placement, surface: print.surface };
}

type Placed = ReturnType<typeof placedPrint>;

function placedPrint({ artwork, template, placement, surface }: Inputs) {
  const ready = readyTemplate(template);
  const area = surface === undefined ? ready : areaOn(ready, surface);
  return { files: studioFiles(artwork), original: sizeInPx(artwork), placement, area };
}

function sceneOf(placed: Placed, rules: PrintRules): FindingsScene {
  const { files, original, placement, area } = placed;
  const { bounds } = printedArea(area);
  const view = grown(bounds, bounds.width * MARGIN_SHARE);
  const canvas = outputSize(view, LONG_SIDE_MAX_PX);
  const { working } = files;
  const perPixel = mmPerPixel(working, placed);
  const onCanvas = (part: typeof bounds) =>
    times({ ...part, x: part.x - view.x, y: part.y - view.y }, canvas.width / view.width);
  const plan = planArtwork({
    artwork: working,
    placement: {
      ...placement,
      x: placement.x - view.x,
      y: placement.y - view.y,
      scale: placement.scale * (original.width / working.width),
    },
    inkArea: { x: 0, y: 0, width: view.width, height: view.height },
    sourceImage: view,
    output: canvas,
  });
  const safe = safeArea(area);
  return {
    plan,
    canvas,
    limits: {
      widthPx: rules.minLineMm === null || perPixel === null ? 0 : rules.minLineMm / perPixel,
      alpha: (rules.minInkOpacity ?? 0) * OPAQUE,
    },
    frames: [
      { area: onCanvas(area.printArea), kind: 'printed' },
      ...(safe ? [{ area: onCanvas(safe), kind: 'safe' as const }] : []),
    ],
  };
}
