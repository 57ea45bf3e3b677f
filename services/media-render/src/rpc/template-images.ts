import type { TemplateImageServiceService } from '@estampa/contracts/media/v1/template_image';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { completeTemplateImages } from '../usecases/templates/complete-template-images.ts';
import { presignTemplateImages } from '../usecases/templates/presign-template-images.ts';

export const templateImages: Handlers<typeof TemplateImageServiceService, Context> = {
  presignTemplateImages: command(presignTemplateImages, (uploads) => ({ uploads })),

  completeTemplateImages: command(completeTemplateImages, (images) => ({ images })),
};
