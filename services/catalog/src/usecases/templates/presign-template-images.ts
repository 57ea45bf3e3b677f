import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { templates } from '../../db/template-repository.ts';
import { type ImageKind, mustBeShown } from '../../domain/template.ts';

type Input = { templateId: string; images: readonly { kind: ImageKind; contentType: string; sizeBytes: number }[] };

/** Where to send the bytes of images; nothing changes before they are completed. */
export async function presignTemplateImages(
  { em, caller, templateImages }: Context,
  { templateId: id, images }: Input,
): Promise<PresignedUpload[]> {
  mustReachAll(caller);
  const { id: templateId, areas } = await templates.find(em, id);
  mustBeShown(areas, images);
  const { uploads } = await templateImages.presignTemplateImages({ templateId, images: [...images] });
  return uploads;
}
