import type { PresignedUpload } from '@estampa/contracts/media/v1/media';
import { mustReachAll } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { findTemplate } from '../db/find-template.ts';
import type { ImageKind } from '../domain/template.ts';

type Input = { templateId: string; kind: ImageKind; contentType: string; sizeBytes: number };

/** Where to send the bytes of an image; nothing changes before it is completed. */
export async function presignTemplateImage(
  { em, caller, templateImages }: Context,
  input: Input,
): Promise<PresignedUpload> {
  mustReachAll(caller);
  const { id: templateId } = await findTemplate(em, input.templateId);
  const { upload } = await templateImages.presignTemplateImage({ ...input, templateId });
  return upload!;
}
