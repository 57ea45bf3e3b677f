import type { TemplateServiceService } from '@estampa/contracts/catalog/v1/catalog';
import { command } from '@estampa/kit/command';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { IMAGE_KINDS, type ImageKind } from '../domain/template.ts';
import { invalidFields } from '../domain/refusals.ts';
import { templateMessage } from '../messages/template.ts';
import { completeTemplateImage } from '../usecases/complete-template-image.ts';
import { createTemplate } from '../usecases/create-template.ts';
import { getTemplate } from '../usecases/get-template.ts';
import { listTemplates } from '../usecases/list-templates.ts';
import { presignTemplateImage } from '../usecases/presign-template-image.ts';

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
      }),
    (created) => ({ template: templateMessage(created) }),
  ),

  getTemplate: async (context, { id }) => ({ template: templateMessage(await getTemplate(context, id)) }),

  async listTemplates(context, request) {
    const [rows, total] = await listTemplates(context, request);
    return { templates: rows.map(templateMessage), total };
  },

  async presignTemplateImage(context, request) {
    const kind = imageKind(request.kind);
    return { ...(await presignTemplateImage(context, { ...request, kind })), kind };
  },

  completeTemplateImage: command(
    (context, request) => completeTemplateImage(context, { ...request, kind: imageKind(request.kind) }),
    ({ image, template }) => ({ image, template: templateMessage(template) }),
  ),
};

function imageKind(text: string): ImageKind {
  const kind = IMAGE_KINDS.find((known) => known === text);
  if (!kind)
    throw invalidFields([{ path: 'kind', code: 'unknown_kind', message: `must be one of ${IMAGE_KINDS.join(', ')}` }]);
  return kind;
}
