import type { TemplateImageServiceService } from '@estampa/contracts/media/v1/media';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { completeTemplateImage, presignTemplateImage } from '../usecases/template-images.ts';

export const templateImages: Handlers<typeof TemplateImageServiceService, Context> = {
  presignTemplateImage: async (context, request) => ({ upload: await presignTemplateImage(context, request) }),

  completeTemplateImage: (context, request) => completeTemplateImage(context, request),
};
