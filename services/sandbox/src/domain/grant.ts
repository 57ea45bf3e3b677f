/** What one authorisation of an application at Melhor Envio is worth, until its refresh token is used. */
export type Grant = {
  /** The refresh token. */
  id: string;
  accessToken: string;
  accessEndsAt: string;
  refreshEndsAt: string;
  /** Used, so that both of its tokens are worth nothing any more. */
  isUsed: boolean;
};

const DAY_MS = 86_400_000;
/** As the provider's documentation says. */
export const ACCESS_TOKEN_SECONDS = 2_592_000;
const REFRESH_TOKEN_DAYS = 45;

type Tokens = Pick<Grant, 'id' | 'accessToken'>;

export const newGrant = (tokens: Tokens, now: Date, accessSeconds: number): Grant => ({
  ...tokens,
  accessEndsAt: new Date(now.getTime() + accessSeconds * 1_000).toISOString(),
  refreshEndsAt: new Date(now.getTime() + REFRESH_TOKEN_DAYS * DAY_MS).toISOString(),
  isUsed: false,
});

export const isAccepted = ({ isUsed, accessEndsAt }: Grant, now: Date): boolean =>
  !isUsed && isLater(accessEndsAt, now);

export const isRefreshable = ({ isUsed, refreshEndsAt }: Grant, now: Date): boolean =>
  !isUsed && isLater(refreshEndsAt, now);

const isLater = (at: string, now: Date): boolean => new Date(at) > now;
