import type { TemplateImageServiceService } from '@estampa/contracts/media/v1/media';
import { command } from '@estampa/kit/command';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { completeTemplateImage } from '../usecases/complete-template-image.ts';
import { presignTemplateImage } from '../usecases/presign-template-image.ts';

export const templateImages: Handlers<typeof TemplateImageServiceService, Context> = {
  presignTemplateImage: command(presignTemplateImage, (upload) => ({ upload })),

  completeTemplateImage: command(completeTemplateImage, (completed) => completed),
};
