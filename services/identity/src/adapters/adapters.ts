import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createMailer } from './mailer.ts';
import { createPasswords } from './passwords.ts';

type Adapters = Pick<Context, 'passwords' | 'accessTokens' | 'mailer' | 'settings'>;

/** The outside, and the settings, as the configuration names them. */
export async function createAdapters(config: Config): Promise<Adapters & Disposable> {
  const mailer = createMailer(config.SMTP_URL, config.MAIL_FROM);
  const accessTokens = createAccessTokens({
    privateKey: config.IDENTITY_JWT_PRIVATE_KEY,
    issuer: config.JWT_ISSUER,
    audience: config.JWT_AUDIENCE,
    lifetimeMs: config.IDENTITY_ACCESS_TOKEN_MS,
  });
  const settings = {
    refreshTokenMs: config.IDENTITY_REFRESH_TOKEN_MS,
    inviteMs: config.IDENTITY_INVITE_MS,
    publicWebUrl: config.PUBLIC_WEB_URL,
    acceptsAlphanumericCnpj: config.IDENTITY_ALPHANUMERIC_CNPJ,
  };
  const passwords = await createPasswords();
  return { passwords, accessTokens, mailer, settings, [Symbol.dispose]: () => mailer[Symbol.dispose]() };
}
