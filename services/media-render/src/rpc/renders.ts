import type { PrintRules as PrintRulesMessage } from '@estampa/contracts/catalog/v1/print_rules';
import type { RenderOnTemplate, RenderServiceService, TrialSurface } from '@estampa/contracts/media/v1/render';
import type { PrintsToShow } from '@estampa/contracts/media/v1/shown_print';
import { DomainError } from '@estampa/kernel/errors';
import type { PrintBlend } from '@estampa/kernel/surface';
import { warpOf } from '@estampa/kernel/warp-parts';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import type { Placement } from '../domain/placement.ts';
import type { PrintRules } from '../domain/print-findings.ts';
import { listedRenderMessage } from '../messages/render.ts';
import type { RequestedPrint } from '../usecases/renders/other-prints.ts';
import { listRenders } from '../usecases/renders/list-renders.ts';
import { previewPlacement } from '../usecases/renders/preview-placement.ts';
import { drawPrintFindings, listPrintFindings } from '../usecases/renders/print-findings.ts';
import { previewText } from '../usecases/renders/preview-text.ts';
import { renderPlacement } from '../usecases/renders/render-placement.ts';
import { renderPlacements } from '../usecases/renders/render-placements.ts';
import { testRender, type Trial } from '../usecases/renders/test-render.ts';

export const renders: Handlers<typeof RenderServiceService, Context> = {
  async previewPlacement(context, { artworkId, templateId, colour = null, softProof: isProof = false, ...request }) {
    const { others: shown, ...placement } = request;
    const others = printsIn(shown);
    const preview = await previewPlacement(context, { artworkId, templateId, placement, colour, isProof, others });
    return { ...preview, printAreaBounds: preview.printArea, effectiveDpi: preview.effectiveDpi ?? undefined };
  },

  previewText: async (context, { print, selectedOptions, surface = null }) => ({
    png: await previewText(context, { print: print!, selectedOptions, surface }),
  }),

  renderPlacement: command(
    (context, request) => {
      const { artworkId, templateId, productTypeId = null } = request;
      const placement = placementIn(request);
      const others = printsIn(request.others);
      return renderPlacement(context, { artworkId, templateId, placement, productTypeId, others });
    },
    (render) => ({ render: listedRenderMessage(render) }),
  ),

  renderPlacements: command(
    (context, { artworkId, renders: requested }) => {
      const wanted = requested.map(({ templateId, others, ...placed }) => ({
        templateId,
        placement: placementIn(placed),
        others: printsIn(others),
      }));
      return renderPlacements(context, { artworkId, wanted });
    },
    ({ renders: rendered, failed }) => ({ renders: rendered.map(listedRenderMessage), failed }),
  ),

  testRender: command(
    (context, { templateId, trial, colour = null, surface = null, ...placement }) =>
      testRender(context, { templateId, placement, colour, surface, trial: trial ? trialOf(trial) : null }),
    (made) => made,
  ),

  listRenders: async (context, request) => ({
    renders: (await listRenders(context, request)).map(listedRenderMessage),
  }),

  listPrintFindings: async (context, { prints, rules }) => ({
    findings: await listPrintFindings(context, { prints, rules: rulesOf(rules) }),
  }),

  drawPrintFindings: async (context, { print, rules }) => ({
    png: await drawPrintFindings(context, { print: print!, rules: rulesOf(rules) }),
  }),
};

const rulesOf = (rules?: PrintRulesMessage): PrintRules => ({
  minLineMm: rules?.minLineMm ?? null,
  minInkOpacity: rules?.minInkOpacity ?? null,
});

const trialOf = ({ printArea, warp, displacement, blend, inkOpacity, underbase }: TrialSurface): Trial => ({
  printArea: printArea ?? { x: 0, y: 0, width: 0, height: 0 },
  surface: {
    warp: warp ? warpOf(warp) : null,
    displacement: displacement ?? null,
    blend: blend as PrintBlend,
    inkOpacity,
    underbase,
  },
});

const printsIn = (others: PrintsToShow | undefined): RequestedPrint[] =>
  (others?.list ?? []).map(({ surface, artworkId, ...placed }) => ({
    surface,
    artworkId,
    placement: placementIn(placed),
  }));

/** All four numbers, or none. */
function placementIn({ x, y, scale, rotation }: Omit<RenderOnTemplate, 'templateId' | 'others'>): Placement | null {
  if (x !== undefined && y !== undefined && scale !== undefined && rotation !== undefined) {
    return { x, y, scale, rotation };
  }
  const missing = Object.entries({ x, y, scale, rotation }).filter(([, value]) => value === undefined);
  if (missing.length === 4) return null;
  const fields = missing.map(([path]) => ({ path, code: 'required', message: 'is needed with the others' }));
  throw new DomainError('invalid', 'validation_failed', 'The placement is not complete', { fields });
}
