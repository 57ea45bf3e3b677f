import type { TemplateImageServiceService } from '@estampa/contracts/media/v1/template_image';
import { partsOf } from '@estampa/kernel/warp-parts';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { presignPressProfile } from '../usecases/press-profiles/presign-press-profile.ts';
import { storePressProfile } from '../usecases/press-profiles/store-press-profile.ts';
import { completeTemplateImages } from '../usecases/templates/complete-template-images.ts';
import { drawPsd } from '../usecases/templates/draw-psd.ts';
import { presignPsd } from '../usecases/templates/presign-psd.ts';
import { presignTemplateImages } from '../usecases/templates/presign-template-images.ts';
import { readPsd } from '../usecases/templates/read-psd.ts';

export const templateImages: Handlers<typeof TemplateImageServiceService, Context> = {
  presignTemplateImages: command(presignTemplateImages, (uploads) => ({ uploads })),

  completeTemplateImages: command(completeTemplateImages, (images) => ({ images })),

  presignPsd: command(presignPsd, (upload) => ({ upload })),

  presignPressProfile: command(presignPressProfile, (upload) => ({ upload })),

  storePressProfile: command(storePressProfile, (stored) => stored),

  async readPsd(context, { key }) {
    const { printAreas, warnings } = await readPsd(context, key);
    return { printAreas, warnings };
  },

  drawPsd: command(drawPsd, ({ sourceImage, warp, ...template }) => ({
    ...template,
    widthPx: sourceImage.width,
    heightPx: sourceImage.height,
    warp: warp ? partsOf(warp) : undefined,
  })),
};
