import { ProfileImageServiceClient } from '@estampa/contracts/media/v1/profile_image';
import { AccountServiceClient } from '@estampa/contracts/orders/v1/account';
import { PayoutServiceClient } from '@estampa/contracts/payouts/v1/payouts';
import { rateLimitFactor } from '@estampa/kit/service/config';
import type { Orm } from '@estampa/kit/postgres/connect';
import type { Connect } from '@estampa/kit/rpc/client';
import { createAccessTokens } from './adapters/access-tokens.ts';
import { createDevices } from './adapters/devices.ts';
import { createMailer } from './adapters/mailer.ts';
import { createPasswords } from './adapters/passwords.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';
import { deviceSecrets } from './db/device-secret-repository.ts';
import { createBatchedCalls } from './db/batched-calls.ts';

type Connecting = { resources: AsyncDisposableStack; connect: Connect; orm: Orm; now: () => Date };

/** What lies beyond this service: the mail server, media-render for images, what signs and hashes, and what requests share, with their settings. */
export async function connectDependencies(
  config: Config,
  { resources, connect, orm, now }: Connecting,
): Promise<Dependencies> {
  return {
    passwords: await createPasswords({
      memoryCost: config.IDENTITY_ARGON2_MEMORY_KIB,
      timeCost: config.IDENTITY_ARGON2_PASSES,
    }),
    accessTokens: createAccessTokens({
      privateKey: config.IDENTITY_JWT_PRIVATE_KEY,
      otherKeys: config.IDENTITY_JWT_OTHER_KEYS ?? [],
      issuer: config.JWT_ISSUER,
      audience: config.JWT_AUDIENCE,
      lifetimeMs: config.IDENTITY_ACCESS_TOKEN_MS,
    }),
    mailer: resources.use(createMailer(config.SMTP_URL, config.MAIL_FROM)),
    devices: createDevices(await deviceSecrets.find(orm.em.fork()), now),
    profileImages: connect(ProfileImageServiceClient, config.MEDIA_RENDER_ADDRESS),
    orders: connect(AccountServiceClient, config.ORDERS_PAYMENTS_ADDRESS),
    payouts: connect(PayoutServiceClient, config.PAYOUTS_ADDRESS),
    batched: createBatchedCalls(orm.em.fork(), now),
    settings: {
      refreshTokenMs: config.IDENTITY_REFRESH_TOKEN_MS,
      sessionMs: config.IDENTITY_SESSION_MS,
      inviteMs: config.IDENTITY_INVITE_MS,
      passwordResetMs: config.IDENTITY_PASSWORD_RESET_MS,
      deleteAfterMs: config.IDENTITY_DELETE_AFTER_MS,
      emailClaimMs: config.IDENTITY_EMAIL_CLAIM_MS,
      publicWebUrl: config.PUBLIC_WEB_URL,
      sellers: config.IDENTITY_SELLERS,
      acceptsAlphanumericCnpj: config.IDENTITY_ALPHANUMERIC_CNPJ,
      rateLimitFactor: rateLimitFactor(config),
    },
  };
}
