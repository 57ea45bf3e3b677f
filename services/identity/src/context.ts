import type { ProfileImageServiceService } from '@estampa/contracts/media/v1/profile_image';
import type { AccountServiceService } from '@estampa/contracts/orders/v1/account';
import type { PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';
import type { BaseContext } from '@estampa/kit/service/context';
import type { RpcClient } from '@estampa/kit/rpc/client';
import type { AccessTokens } from './adapters/access-tokens.ts';
import type { Devices } from './adapters/devices.ts';
import type { Mailer } from './adapters/mailer.ts';
import type { Passwords } from './adapters/passwords.ts';
import type { BatchedCalls } from './db/batched-calls.ts';

export type Dependencies = {
  passwords: Passwords;
  accessTokens: AccessTokens;
  devices: Devices;
  mailer: Mailer;
  profileImages: RpcClient<typeof ProfileImageServiceService>;
  orders: RpcClient<typeof AccountServiceService>;
  payouts: RpcClient<typeof PayoutServiceService>;
  batched: BatchedCalls;
  settings: Settings;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;

export type Settings = {
  refreshTokenMs: number;
  /** However often a session is refreshed, it ends so long after its log-in. */
  sessionMs: number;
  inviteMs: number;
  passwordResetMs: number;
  emailClaimMs: number;
  /** From the request to delete an account until it is erased: no request that began before lasts so long. */
  deleteAfterMs: number;
  publicWebUrl: string;
  /** `invited`: who has no invitation and no role from an admin becomes no seller. */
  sellers: 'open' | 'invited';
  acceptsAlphanumericCnpj: boolean;
  /** What the limits of production are multiplied by; null when there are none. */
  rateLimitFactor: number | null;
};
