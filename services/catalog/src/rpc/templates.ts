import type { TemplateServiceService, UpdateTemplateRequest } from '@estampa/contracts/catalog/v1/template';
import { FLAT_SURFACE, type PrintBlend } from '@estampa/kernel/surface';
import { areaOf, isSurfaceMask } from '@estampa/kernel/surface-areas';
import { warpOf } from '@estampa/kernel/warp-parts';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import { IMAGE_KINDS, type ImageKind, type TemplateChange } from '../domain/template.ts';
import { invalidFields } from '../domain/rejections.ts';
import { templateMessage } from '../messages/template.ts';
import { completeTemplateImages } from '../usecases/templates/complete-template-images.ts';
import { createTemplate } from '../usecases/templates/create-template.ts';
import { deactivateTemplate } from '../usecases/templates/deactivate-template.ts';
import { getTemplate } from '../usecases/templates/get-template.ts';
import { listTemplates } from '../usecases/templates/list-templates.ts';
import { presignTemplateImages } from '../usecases/templates/presign-template-images.ts';
import { removeTemplateImage } from '../usecases/templates/remove-template-image.ts';
import { updateTemplate } from '../usecases/templates/update-template.ts';

export const templates: Handlers<typeof TemplateServiceService, Context> = {
  createTemplate: command(
    (context, request) =>
      createTemplate(context, {
        productTypeId: request.productTypeId,
        id: request.id ?? null,
        displayName: request.displayName,
        assets: request.assets,
        options: request.options?.values ?? null,
        printArea: request.printArea ?? null,
        sourceImage: request.sourceImage ?? null,
        isActive: request.isActive,
        printWidthMm: request.printWidthMm ?? null,
        bleedMm: request.bleedMm ?? 0,
        safeMm: request.safeMm ?? 0,
        warp: request.warp ? warpOf(request.warp) : null,
        displacement: request.displacement ?? null,
        blend: (request.blend ?? FLAT_SURFACE.blend) as PrintBlend,
        inkOpacity: request.inkOpacity ?? FLAT_SURFACE.inkOpacity,
        underbase: request.underbase ?? FLAT_SURFACE.underbase,
        colourMask: request.colourMask ?? null,
        surface: request.surface ?? null,
        areas: (request.areas?.list ?? []).map(areaOf),
      }),
    (created) => ({ template: templateMessage(created) }),
    { callsOthers: false },
  ),

  getTemplate: async (context, { id }) => ({ template: templateMessage(await getTemplate(context, id)) }),

  async listTemplates(context, request) {
    const [rows, total] = await listTemplates(context, request);
    return { templates: rows.map(templateMessage), total };
  },

  updateTemplate: command(
    (context, request) => updateTemplate(context, { id: request.id, wanted: wantedOf(request) }),
    (template) => ({ template: templateMessage(template) }),
    { callsOthers: false },
  ),

  deactivateTemplate: command(
    (context, { id }) => deactivateTemplate(context, id),
    () => ({}),
    { callsOthers: false },
  ),

  async presignTemplateImages(context, { templateId, images }) {
    const uploads = await presignTemplateImages(context, { templateId, images: images.map(ofKnownKind) });
    return { uploads: uploads.map((upload, at) => ({ ...upload, kind: images[at]!.kind })) };
  },

  completeTemplateImages: command(
    (context, { templateId, images }) =>
      completeTemplateImages(context, { templateId, images: images.map(ofKnownKind) }),
    ({ images, template }) => ({ images, template: templateMessage(template) }),
  ),

  removeTemplateImage: command(
    (context, request) => removeTemplateImage(context, { ...request, kind: ofKnownKind(request).kind }),
    () => ({}),
    { callsOthers: false },
  ),
};

const FIELDS = {
  displayName: 'required',
  assets: 'required',
  options: 'clearable',
  printArea: 'clearable',
  sourceImage: 'clearable',
  isActive: 'required',
  printWidthMm: 'clearable',
  bleedMm: 'clearable',
  safeMm: 'clearable',
  warp: 'clearable',
  displacement: 'clearable',
  blend: 'clearable',
  inkOpacity: 'clearable',
  underbase: 'clearable',
  colourMask: 'clearable',
  surface: 'clearable',
  areas: 'clearable',
} as const satisfies UpdateFields<UpdateTemplateRequest, 'id', WantedTemplate>;

/** Not stored as null: what they are when they are cleared. */
const { blend: BLEND, inkOpacity: INK_OPACITY, underbase: UNDERBASE } = FLAT_SURFACE;
const CLEARED = {
  bleedMm: 0,
  safeMm: 0,
  blend: BLEND,
  inkOpacity: INK_OPACITY,
  underbase: UNDERBASE,
  areas: [],
} as const;

type WantedTemplate = {
  [K in keyof TemplateChange]: TemplateChange[K] | (K extends keyof typeof CLEARED ? null : never);
};

function wantedOf(request: UpdateTemplateRequest): TemplateChange {
  const { options, bleedMm, safeMm, warp, blend, inkOpacity, underbase, areas, ...wanted } = changesIn(request, FIELDS);
  return {
    ...wanted,
    ...(options !== undefined && { options: options?.values ?? null }),
    ...(bleedMm !== undefined && { bleedMm: bleedMm ?? CLEARED.bleedMm }),
    ...(safeMm !== undefined && { safeMm: safeMm ?? CLEARED.safeMm }),
    ...(warp !== undefined && { warp: warp && warpOf(warp) }),
    ...(blend !== undefined && { blend: (blend ?? CLEARED.blend) as PrintBlend }),
    ...(inkOpacity !== undefined && { inkOpacity: inkOpacity ?? CLEARED.inkOpacity }),
    ...(underbase !== undefined && { underbase: underbase ?? CLEARED.underbase }),
    ...(areas !== undefined && { areas: areas?.list.map(areaOf) ?? [] }),
  };
}

function ofKnownKind<T extends { kind: string }>(image: T): T & { kind: ImageKind } {
  const kind = isSurfaceMask(image.kind) ? image.kind : IMAGE_KINDS.find((known) => known === image.kind);
  if (kind) return { ...image, kind };
  throw invalidFields([{ path: 'kind', code: 'unknown_kind', message: `must be one of ${IMAGE_KINDS.join(', ')}` }]);
}
