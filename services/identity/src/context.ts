import type { Caller } from '@estampa/kit/call';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccessTokens } from './adapters/access-tokens.ts';
import type { Mailer } from './adapters/mailer.ts';
import type { Passwords } from './adapters/passwords.ts';

/** What a use case may touch. */
export type Context = {
  em: EntityManager;
  caller: Caller | null;
  now: () => Date;
  passwords: Passwords;
  accessTokens: AccessTokens;
  mailer: Mailer;
  settings: Settings;
};

export type Settings = {
  refreshTokenMs: number;
  inviteMs: number;
  publicWebUrl: string;
  acceptsAlphanumericCnpj: boolean;
};
