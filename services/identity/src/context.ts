import type { ProfileImageServiceService } from '@estampa/contracts/media/v1/profile_image';
import type { BaseContext } from '@estampa/kit/context';
import type { RpcClient } from '@estampa/kit/grpc-client';
import type { AccessTokens } from './adapters/access-tokens.ts';
import type { Mailer } from './adapters/mailer.ts';
import type { Passwords } from './adapters/passwords.ts';
import type { Together } from './db/together.ts';

export type Outside = {
  passwords: Passwords;
  accessTokens: AccessTokens;
  mailer: Mailer;
  profileImages: RpcClient<typeof ProfileImageServiceService>;
  together: Together;
  settings: Settings;
};

/** What a use case may touch. */
export type Context = BaseContext & Outside;

export type Settings = {
  refreshTokenMs: number;
  inviteMs: number;
  passwordResetMs: number;
  emailClaimMs: number;
  publicWebUrl: string;
  acceptsAlphanumericCnpj: boolean;
  /** What the limits of production are multiplied by; null when there are none. */
  rateLimitFactor: number | null;
};
