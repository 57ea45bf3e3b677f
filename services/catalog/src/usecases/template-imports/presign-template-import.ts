import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';

/** Where to send a Photoshop file; it is deleted a day later in any case. */
export async function presignTemplateImport(
  { caller, templateImages }: Context,
  sizeBytes: number,
): Promise<PresignedUpload> {
  mustReachAll(caller);
  const { upload } = await templateImages.presignPsd({ sizeBytes });
  return upload!;
}
