import type { ProfileImageServiceService } from '@estampa/contracts/media/v1/profile_image';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { completeProfileImage } from '../usecases/profile-images/complete-profile-image.ts';
import { presignProfileImage } from '../usecases/profile-images/presign-profile-image.ts';

export const profileImages: Handlers<typeof ProfileImageServiceService, Context> = {
  presignProfileImage: command(presignProfileImage, (upload) => ({ upload })),

  completeProfileImage: command(completeProfileImage, (imageKey) => ({ imageKey })),
};
